package dev.parley.testing.real;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A user's home in which a CLI finds nothing but what a test gave it, and the whole environment to
/// run it in: a fake key, a model on the loopback, telemetry and updates off, few retries.
public record RealHome(Path home, Map<String, String> environment) {
    public RealHome {
        environment = Map.copyOf(environment);
    }

    static RealHome prepare(RealCli cli, Path directory, URI model) {
        return prepare(Settings.of(cli, model.toString()), directory);
    }

    static RealHome prepare(Settings settings, Path directory) {
        var environment = new LinkedHashMap<String, String>();
        environment.put("PATH", "/usr/local/bin:/usr/bin:/bin");
        environment.put("HOME", directory.toString());
        environment.put("TMPDIR", directory.resolve("tmp").toString());
        environment.put("LANG", "C.UTF-8");
        environment.put("TERM", "xterm-256color");
        environment.put("COLORTERM", "truecolor");
        settings.environment()
                .forEach((name, value) ->
                        environment.put(name, value.replace("~", directory.toString())));
        try {
            Files.createDirectories(directory.resolve("tmp"));
            for (var file : settings.files().entrySet()) {
                var path = directory.resolve(file.getKey());
                Files.createDirectories(path.getParent());
                Files.writeString(path, file.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new RealHome(directory, environment);
    }

    /// The command in a directory with this environment and no other, and nothing to read on stdin.
    public ProcessBuilder command(Path directory, List<String> command) {
        var builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        // OpenCode believes PWD more than its working directory.
        builder.environment().put("PWD", directory.toString());
        return builder.redirectInput(Path.of("/dev/null").toFile());
    }
}
