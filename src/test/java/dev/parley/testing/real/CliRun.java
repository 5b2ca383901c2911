package dev.parley.testing.real;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// One finished run of a CLI.
///
/// @param exitCode −1 when it had to be killed
public record CliRun(int exitCode, String stdout, String stderr) {

    /// Runs to the end or to the limit; nothing it started in its process tree outlives it.
    public static CliRun of(ProcessBuilder command, Duration limit)
            throws IOException, InterruptedException {
        var stdout = Files.createTempFile("cli", ".stdout");
        var stderr = Files.createTempFile("cli", ".stderr");
        var process =
                command.redirectOutput(stdout.toFile()).redirectError(stderr.toFile()).start();
        try {
            var ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            return new CliRun(ended ? process.exitValue() : -1, taken(stdout), taken(stderr));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
    }

    private static String taken(Path file) throws IOException {
        var text = Files.readString(file);
        Files.delete(file);
        return text;
    }
}
