package dev.parley.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A child to start: an argument list (never a shell string), where, with exactly which
/// environment, and how much it may write to standard output.
///
/// @param lineLimit how long a line of it may be; a longer one is not delivered
public record Launch(
        List<String> command,
        Path directory,
        Map<String, String> environment,
        long outputLimit,
        long lineLimit) {
    /// What a run may write unless the configuration says otherwise.
    public static final long DEFAULT_OUTPUT_LIMIT = 10L * 1024 * 1024;

    private static final long NO_LIMIT = Long.MAX_VALUE;

    /// How long a run may take unless the request says otherwise.
    public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(30);

    public Launch(
            List<String> command,
            Path directory,
            Map<String, String> environment,
            long outputLimit) {
        this(command, directory, environment, outputLimit, NO_LIMIT);
    }

    /// Without limits, for a caller that counts what is written by itself, line by line.
    public static Launch countedByLines(
            List<String> command, Path directory, Map<String, String> environment, long lineLimit) {
        return new Launch(command, directory, environment, NO_LIMIT, lineLimit);
    }

    public Launch {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }
}
