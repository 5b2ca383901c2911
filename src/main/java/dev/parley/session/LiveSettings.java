package dev.parley.session;

import java.time.Duration;

/// What a user can set about live sessions.
///
/// @param idle how long a process without a turn stays warm
/// @param maxProcesses how many processes are warm at most
/// @param approvalTimeout when a question nobody answers is refused; zero waits for ever
/// @param interruptGrace how long an agent may take to obey an interrupt before its process is
///   ended
/// @param startTimeout how long an agent may show no sign of life before its conversation begins
public record LiveSettings(
        Duration idle,
        int maxProcesses,
        Duration approvalTimeout,
        Duration interruptGrace,
        Duration startTimeout) {
    public static final LiveSettings DEFAULT =
            new LiveSettings(
                    Duration.ofMinutes(10),
                    10,
                    Duration.ofHours(1),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(30));
}
