package dev.parley.testing;

import dev.parley.process.Self;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Parley as a process of its own, with a user's provider `stub` that is a shell script.
public final class ParleyProcess implements AutoCloseable {
    private static final String PROFILE =
            """
            { "id": "stub", "name": "Stub", "command": { "name": "%s" }, "home": { "path": "~/.stub" },
              "install": "write it", "oneShot": { "format": "TEXT", "start": ["{options}"], "permissions": { "ask": {} } },
              "live": { "wire": "ACP", "arguments": ["acp"], "permissions": { "ask": {} }, "sharing": "everything",
                        "capabilities": ["INTERRUPT"] } }
            """;

    /// The variable that says whether children may have control groups.
    public static final String CGROUPS = "PARLEY_CGROUPS";

    private final Path home;
    private final Process process;

    /// @param directory where the stub writes and where Parley keeps its files
    public ParleyProcess(Path directory, String script, String config, String... args)
            throws IOException {
        this(directory, Map.of(), script, config, args);
    }

    /// @param environment what Parley gets beside the usual
    public ParleyProcess(
            Path directory,
            Map<String, String> environment,
            String script,
            String config,
            String... args)
            throws IOException {
        home = directory.resolve("parley");
        var stub = Stub.script(directory, "stub", script);
        var profiles = Files.createDirectories(home.resolve("config/providers"));
        Files.writeString(profiles.resolve("stub.json"), PROFILE.formatted(stub));
        Files.writeString(home.resolve("config/config.json"), config);
        var command = new ArrayList<>(Self.command());
        command.addAll(List.of(args));
        var builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().put("HOME", directory.toString());
        builder.environment().put("PARLEY_HOME", home.toString());
        builder.environment().putAll(environment);
        process = builder.redirectErrorStream(true).start();
    }

    public Process process() {
        return process;
    }

    public Path home() {
        return home;
    }

    public String token() throws IOException {
        return Files.readString(home.resolve("data/token")).strip();
    }

    /// Reads until the line that says where the server is.
    public int awaitPort() throws IOException {
        var lines = process.inputReader();
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("Open http://127.0.0.1:")) {
                return Integer.parseInt(line.replaceAll("Open http://127.0.0.1:(\\d+)/.*", "$1"));
            }
        }
        throw new IOException("Parley ended without a link");
    }

    public void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("/bin/kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            process.onExit().get(60, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException _) {
            process.destroyForcibly().onExit().join();
        }
    }
}
