package dev.parley.event;

import org.jspecify.annotations.Nullable;

/// What is asked of a session. Actions go in, events come out; nothing else crosses.
public sealed interface Action {
    record Prompt(String text) implements Action {}

    record Interrupt() implements Action {}

    record Decide(String requestId, Decision decision, @Nullable String reason) implements Action {}

    record SwitchModel(String model) implements Action {}

    /// A person's answer to an approval request.
    enum Decision {
        ALLOW,
        ALLOW_FOR_SESSION,
        DENY
    }
}
