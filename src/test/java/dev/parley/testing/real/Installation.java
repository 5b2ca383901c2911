package dev.parley.testing.real;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// What `scripts/real-clis` says is there. It runs once per JVM and installs what is missing, which
/// takes minutes the first time and nothing later.
final class Installation {
    private static final Path SCRIPT = Path.of("scripts", "real-clis").toAbsolutePath();
    private static final Installation INSTALLED = new Installation();

    private final Map<String, Path> paths = new TreeMap<>();
    private final String reason;

    static Map<String, Path> paths() {
        return INSTALLED.paths;
    }

    /// The last words of the script.
    static String reason() {
        return INSTALLED.reason;
    }

    private Installation() {
        try {
            var said = Files.createTempFile("real-clis", ".log");
            var process =
                    new ProcessBuilder(command())
                            .redirectInput(Path.of("/dev/null").toFile())
                            .redirectError(said.toFile())
                            .start();
            process.inputReader().lines().forEach(this::line);
            process.waitFor(1, TimeUnit.MINUTES);
            reason = Files.readString(said).strip();
            Files.delete(said);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while " + SCRIPT + " was running", e);
        }
    }

    /// npm tries for minutes before it believes that there is no network.
    private static List<String> command() {
        return Namespace.isLoopbackOnly()
                ? List.of(SCRIPT.toString(), "--installed")
                : List.of(SCRIPT.toString());
    }

    private void line(String line) {
        var equals = line.indexOf('=');
        if (equals > 0 && equals < line.length() - 1) {
            paths.put(line.substring(0, equals), Path.of(line.substring(equals + 1)));
        }
    }
}
