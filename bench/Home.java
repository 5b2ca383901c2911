import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /// An ACP agent that, asked anything, says the time in microseconds a hundred times, ten times a
    /// second.
    private static final String TALKER =
            """
            #!/usr/bin/perl
            use Time::HiRes qw(time);
            $| = 1; my ($buffer, $id, $left, $next) = ("", "", 0, 0);
            sub say_line { print "{\\"jsonrpc\\":\\"2.0\\",$_[0]}\\n" }
            while (1) {
              my $bits = ""; vec($bits, 0, 1) = 1;
              my $wait = $left ? $next - time : undef;
              $wait = 0 if defined $wait && $wait < 0;
              if (select($bits, undef, undef, $wait) > 0) {
                sysread(STDIN, $buffer, 65536, length $buffer) or exit;
                while ($buffer =~ s/^(.*)\\n//) {
                  my $line = $1; my ($number) = $line =~ /"id":("[^"]*"|\\d+)/;
                  if ($line =~ /"initialize"/) { say_line("\\"id\\":$number,\\"result\\":{\\"protocolVersion\\":1,\\"agentCapabilities\\":{}}") }
                  elsif ($line =~ m{"session/new"}) { say_line("\\"id\\":$number,\\"result\\":{\\"sessionId\\":\\"s$$\\"}") }
                  elsif ($line =~ m{"session/prompt"}) { $id = $number; $left = 100; $next = time + rand 0.1 }
                  elsif (defined $number) { say_line("\\"id\\":$number,\\"result\\":{}") }
                }
              }
              next if !$left || time < $next;
              $next += 0.1;
              say_line(sprintf "\\"method\\":\\"session/update\\",\\"params\\":{\\"sessionId\\":\\"s$$\\",\\"update\\":{\\"sessionUpdate\\":\\"agent_message_chunk\\",\\"content\\":{\\"type\\":\\"text\\",\\"text\\":\\"at %.0f \\"}}}", time * 1e6);
              say_line("\\"id\\":$id,\\"result\\":{\\"stopReason\\":\\"end_turn\\"}") if !--$left;
            }
            """;

    private final Path launcher;
    private final Path directory;
    private final Path stub;
    private final List<Server> servers = new CopyOnWriteArrayList<>();
    private final Map<String, String> environment = new HashMap<>();

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

    /// Nothing but the sessions of this corpus is on the machine.
    Home reading(Path corpus) {
        environment.putAll(Corpora.environment(corpus, directory));
        return this;
    }

    /// A home of the user with nothing in it, for every command from here on.
    Path user() throws IOException {
        var user = Files.createDirectories(directory.resolve("user"));
        environment.put("HOME", user.toString());
        return user;
    }

    /// How much Parley keeps, in bytes.
    long keptBytes() throws IOException {
        try (var files = Files.walk(directory.resolve("data"))) {
            return files.map(Path::toFile).filter(File::isFile).mapToLong(File::length).sum();
        }
    }

    /// Live agents that tell the time.
    ///
    /// @param most how many may run at once
    void addTalkers(int most) throws IOException {
        var talker = talker();
        Files.writeString(talker, TALKER);
        Files.setPosixFilePermissions(talker, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(
                directory.resolve("config/providers/talker.json"),
                """
                { "id": "talker", "name": "Talker", "command": { "name": "%s" }, "home": { "path": "~/.talker" }, "install": "write it",
                  "live": { "wire": "ACP", "permissions": { "ask": {} }, "sharing": "nothing", "capabilities": ["STREAMING"] } }
                """.formatted(talker));
        Files.writeString(directory.resolve("config/config.json"), "{ \"live\": { \"maxProcesses\": " + most + " } }");
    }

    /// The agent that tells the time, once it was added.
    Path talker() {
        return directory.resolve("talker");
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
        builder.environment().putAll(environment);
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
