import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A Parley of its own in a temporary directory, with one provider: a shell script that prints a
/// short turn the way Claude Code does. Closing it ends every server and deletes the directory.
final class Home implements AutoCloseable {
    private static final String SCRIPT =
            """
            #!/bin/sh
            read -r prompt
            echo '{"type":"system","subtype":"init","cwd":"/","session_id":"b5f3","tools":[],"model":"stub-1","permissionMode":"default"}'
            echo '{"type":"assistant","message":{"id":"m1","type":"message","role":"assistant","model":"stub-1","content":[{"type":"text","text":"Hello."}],"usage":{"input_tokens":1,"output_tokens":1}},"session_id":"b5f3"}'
            echo '{"type":"result","subtype":"success","is_error":false,"duration_ms":1,"num_turns":1,"result":"Hello.","session_id":"b5f3","total_cost_usd":0,"usage":{"input_tokens":1,"output_tokens":1}}'
            """;
    private static final String PROFILE =
            """
            { "id": "stub", "name": "Stub", "command": { "env": "STUB_CMD", "name": "stub" },
              "home": { "path": "~/.stub" }, "install": "write it",
              "oneShot": { "format": "CLAUDE", "start": ["{options}"], "resume": ["{session}"],
                           "permissions": { "ask": {} } } }
            """;

    private final Path launcher;
    private final Path directory;
    private final Path stub;
    private final List<Server> servers = new CopyOnWriteArrayList<>();

    /// @param root the checkout
    Home(Path root) throws IOException {
        launcher = root.resolve("parley");
        directory = Files.createTempDirectory("parley-bench").toRealPath();
        stub = directory.resolve("stub");
        Files.writeString(stub, SCRIPT);
        Files.setPosixFilePermissions(stub, PosixFilePermissions.fromString("rwxr-xr-x"));
        var providers = Files.createDirectories(directory.resolve("config/providers"));
        Files.writeString(providers.resolve("stub.json"), PROFILE);
    }

    /// Agents in repositories of their own, so that none waits for another: `agent-0`, `agent-1`, …
    /// and `clock`, whose first words say when they were written.
    void addAgents(int count) throws IOException {
        var clock = directory.resolve("clock");
        Files.writeString(clock, SCRIPT.replace("echo '{\"type\":\"assistant\"", "now=$(date +%s%N)\necho '{\"type\":\"assistant\"")
                .replace("\"text\":\"Hello.\"", "\"text\":\"at '$now'\""));
        Files.setPosixFilePermissions(clock, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(
                directory.resolve("config/providers/clock.json"),
                PROFILE.replace("\"stub\"", "\"" + clock + "\"").replace("\"id\": \"" + clock + "\"", "\"id\": \"clock\"").replace("STUB_CMD", "CLOCK_CMD"));
        var models = new StringBuilder("{");
        for (var at = 0; at < count; at++) {
            models.append(agent("agent-" + at, "stub")).append(",\n");
        }
        Files.writeString(directory.resolve("config/models.json"), models + agent("clock", "clock") + "}");
    }

    private String agent(String name, String driver) throws IOException {
        var repository = Files.createDirectories(directory.resolve("repositories").resolve(name));
        return "\"%s\": {\"driver\": \"%s\", \"repoPath\": \"%s\"}".formatted(name, driver, repository);
    }

    Path directory() {
        return directory;
    }

    /// The stub, without Parley.
    ProcessBuilder stub() {
        return new ProcessBuilder(stub.toString()).directory(directory.toFile());
    }

    /// A Parley command.
    ProcessBuilder parley(String... arguments) {
        var builder = new ProcessBuilder(launcher.toString()).directory(directory.toFile());
        builder.command().addAll(List.of(arguments));
        builder.environment().put("PARLEY_HOME", directory.toString());
        builder.environment().put("STUB_CMD", stub.toString());
        return builder;
    }

    /// Returns when the server answers.
    Server startServer() throws IOException, InterruptedException {
        var server = new Server(this);
        servers.add(server);
        server.awaitAnswer();
        return server;
    }

    String token() throws IOException {
        return Files.readString(directory.resolve("data/token")).strip();
    }

    @Override
    public synchronized void close() {
        servers.forEach(Server::close);
        if (Files.exists(directory)) {
            try (var files = Files.walk(directory)) {
                for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
