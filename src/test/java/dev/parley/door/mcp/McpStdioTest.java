package dev.parley.door.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.base.json.Json;
import dev.parley.process.Self;
import dev.parley.testing.McpSuites;
import dev.parley.testing.ParleyProcess;
import dev.parley.testing.Processes;
import dev.parley.testing.Stub;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// `parley mcp` as clients start it.
@Timeout(900)
class McpStdioTest {
    private static final String AGENT =
            """
            cat > /dev/null
            echo $$ >> "$HOME/agents"
            while [ ! -e "$HOME/go" ]; do sleep 0.05; done
            echo "the answer is marker-7"
            """;
    private static final String CONFIG =
            """
            {"models": [{"name": "adviser", "provider": "helper"}], "mcpPatienceSeconds": {"hasty": 1, "*": 120}}
            """;
    private static final String PROFILE =
            """
            { "id": "helper", "name": "Helper", "command": { "name": "%s" }, "home": { "path": "~/.helper" },
              "install": "write it", "oneShot": { "format": "TEXT", "start": ["{options}"],
              "options": { "model": ["--model", "{model}"] }, "permissions": { "ask": {} } } }
            """;

    @TempDir Path directory;

    /// A client with a Parley of its own.
    private final class Client implements AutoCloseable {
        private final Process process;
        private final Writer to;
        private final BufferedReader from;
        private int asked;

        Client() throws IOException {
            var command = new ArrayList<>(Self.command());
            command.add("mcp");
            var builder =
                    new ProcessBuilder(command)
                            .directory(directory.toFile())
                            .redirectError(directory.resolve("err").toFile());
            builder.environment().clear();
            builder.environment().put("PATH", "/usr/bin:/bin");
            builder.environment().put("HOME", directory.toString());
            builder.environment().put("PARLEY_HOME", directory.resolve("parley").toString());
            process = builder.start();
            to = process.outputWriter();
            from = process.inputReader();
        }

        void send(String line) throws IOException {
            to.write(line + "\n");
            to.flush();
        }

        JsonNode next() throws IOException {
            var line = from.readLine();
            assertThat(line).as(Files.readString(directory.resolve("err"))).isNotNull();
            return Json.parse(line).orElseThrow(() -> new AssertionError(line));
        }

        JsonNode ask(String method, String params) throws IOException {
            asked++;
            send(
                    "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
                            .formatted(asked, method, params));
            var next = next();
            while (next.has("method")) {
                next = next();
            }
            assertThat(next.path("id").asInt()).isEqualTo(asked);
            return next;
        }

        JsonNode call(String tool, String arguments) throws IOException {
            return ask(
                            "tools/call",
                            "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments))
                    .path("result");
        }

        Client named(String name) throws IOException {
            ask(
                    "initialize",
                    "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"%s\",\"version\":\"1\"}}"
                            .formatted(name));
            return this;
        }

        /// Ends its side and expects that Parley goes, with nothing more to say.
        void hangUp() throws IOException, InterruptedException {
            to.close();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
            assertThat(from.readLine()).isNull();
        }

        @Override
        public void close() {
            process.destroyForcibly().onExit().join();
        }
    }

    @BeforeEach
    void configure() throws IOException {
        var stub = Stub.script(directory, "helper", AGENT);
        var profiles = Files.createDirectories(directory.resolve("parley/config/providers"));
        Files.writeString(profiles.resolve("helper.json"), PROFILE.formatted(stub));
        Files.writeString(directory.resolve("parley/config/config.json"), CONFIG);
    }

    private List<Long> agents() throws IOException {
        var file = directory.resolve("agents");
        return Files.exists(file)
                ? Files.readAllLines(file).stream().map(Long::parseLong).toList()
                : List.of();
    }

    @Test
    void speaksBothErasAndTouchesNothingBeforeACall() throws Exception {
        try (var client = new Client()) {
            var modern =
                    "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}}";
            assertThat(
                            client.ask("server/discover", modern)
                                    .path("result")
                                    .path("resultType")
                                    .asString())
                    .isEqualTo("complete");
            assertThat(client.ask("tools/list", modern).path("result").path("tools")).isNotEmpty();
            client.named("old");
            assertThat(client.ask("tools/list", "{}").path("result").path("tools")).isNotEmpty();
            client.send("nonsense");
            assertThat(client.next().path("error").path("code").asInt()).isEqualTo(-32700);
            assertThat(directory.resolve("parley/data")).doesNotExist();
            client.hangUp();
        }
        assertThat(Files.readString(directory.resolve("err"))).isEmpty();
    }

    @Test
    void worksByItself() throws Exception {
        Files.writeString(directory.resolve("go"), "");
        try (var client = new Client().named("test")) {
            var answer = client.call("consult_with", "{\"model\":\"adviser\",\"question\":\"?\"}");

            assertThat(answer.path("structuredContent").path("summary").asString())
                    .isEqualTo("the answer is marker-7");
            assertThat(client.call("list_sessions", "{}").path("structuredContent").has("sessions"))
                    .isTrue();
            client.hangUp();
        }
    }

    @Test
    void answersAClientThatHasSaidEverything() throws Exception {
        try (var client = new Client()) {
            client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
            client.to.close();

            assertThat(client.next().path("result").path("tools")).isNotEmpty();
            client.hangUp();
        }
    }

    @Test
    void theEndOfTheInputEndsTheAgents() throws Exception {
        try (var client = new Client().named("test")) {
            client.send(
                    "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/call\",\"params\":{\"name\":\"consult_with\",\"arguments\":{\"model\":\"adviser\",\"question\":\"?\"}}}");
            await().atMost(Duration.ofMinutes(1)).until(() -> !agents().isEmpty());

            client.hangUp();
        }
        agents().forEach(Processes::awaitEnd);
    }

    @Test
    void aCancelledCallEndsItsAgent() throws Exception {
        try (var client = new Client().named("test")) {
            client.send(
                    "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/call\",\"params\":{\"name\":\"consult_with\",\"arguments\":{\"model\":\"adviser\",\"question\":\"?\"}}}");
            await().atMost(Duration.ofMinutes(1)).until(() -> !agents().isEmpty());

            client.send(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":9}}");

            agents().forEach(Processes::awaitEnd);
            client.hangUp();
        }
    }

    /// The agents that a client's Parley runs, by the tag they carry.
    private static List<ProcessHandle> liveAgents(Client client) throws IOException {
        return Processes.withTagOf(client.process.pid()).stream()
                .filter(pid -> Processes.command(pid).contains("demo-agent"))
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAgentInALiveSessionEndsWithItsCall(boolean isCancelled) throws Exception {
        List<ProcessHandle> running;
        try (var client = new Client().named("test")) {
            client.send(
                    "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/call\",\"params\":{\"name\":\"work_with\",\"arguments\":{\"agent\":\"demo\",\"task\":\"sleep 1000\"}}}");
            await().atMost(Duration.ofMinutes(5))
                    .until(() -> client.from.ready() || !liveAgents(client).isEmpty());
            running = liveAgents(client);
            assertThat(running).as(client.from.ready() ? client.from.readLine() : "").isNotEmpty();
            if (isCancelled) {
                client.send(
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":9}}");
                await().atMost(Duration.ofMinutes(5))
                        .until(() -> running.stream().noneMatch(ProcessHandle::isAlive));
            }
            client.hangUp();
        }
        assertThat(running).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void fiftyCallsAtOnceAreAllAnswered() throws Exception {
        Files.writeString(directory.resolve("go"), "");
        try (var client = new Client().named("test")) {
            for (var id = 100; id < 150; id++) {
                client.send(
                        "{\"jsonrpc\":\"2.0\",\"id\":%1$d,\"method\":\"tools/call\",\"params\":{\"name\":\"consult_with\",\"arguments\":{\"model\":\"adviser\",\"question\":\"%1$d?\"}}}"
                                .formatted(id));
            }
            var answered = new HashSet<Integer>();
            while (answered.size() < 50) {
                var answer = client.next();
                assertThat(answer.toString()).contains("marker-7");
                answered.add(answer.path("id").asInt());
            }
            client.hangUp();
        }
        agents().forEach(Processes::awaitEnd);
    }

    @Test
    void besideAServerJobsOutliveTheClient() throws Exception {
        try (var server =
                new ParleyProcess(directory, "", CONFIG, "up", "--no-open", "--port", "0")) {
            server.awaitPort();
            String id;
            try (var client = new Client().named("hasty")) {
                var handle =
                        client.call("consult_with", "{\"model\":\"adviser\",\"question\":\"?\"}");
                assertThat(handle.path("structuredContent").path("status").asString())
                        .as(handle.toString())
                        .isEqualTo("running");
                id = handle.path("structuredContent").path("job_id").asString();
                client.hangUp();
            }
            Files.writeString(directory.resolve("go"), "");
            try (var client = new Client().named("patient")) {
                var job = client.call("poll_job", "{\"job_id\":\"" + id + "\",\"wait_s\":60}");

                assertThat(job.path("structuredContent").path("result").path("summary").asString())
                        .as(job.toString())
                        .isEqualTo("the answer is marker-7");
                client.hangUp();
            }
        }
    }

    @Test
    void workOfAParleyThatDiedIsToldToBeInterrupted() throws Exception {
        String id;
        try (var client = new Client().named("hasty")) {
            var handle = client.call("consult_with", "{\"model\":\"adviser\",\"question\":\"?\"}");
            id = handle.path("structuredContent").path("job_id").asString();
            client.process.destroyForcibly().onExit().join();
        }
        try (var client = new Client().named("patient")) {
            var job =
                    client.call("poll_job", "{\"job_id\":\"" + id + "\"}")
                            .path("structuredContent");

            assertThat(job.path("status").asString()).isEqualTo("interrupted");
            assertThat(job.path("error").asString())
                    .contains("Parley ended while this ran", "asking adviser");
        }
        agents().forEach(Processes::awaitEnd);
    }

    @Test
    void theInspectorFindsNothingWrong() throws Exception {
        var command = new ArrayList<>(List.of("--cli"));
        command.addAll(Self.command());
        command.addAll(List.of("mcp", "--method", "tools/list", "--strict"));
        var outcome =
                McpSuites.inspector(directory.resolve("inspector"), command.toArray(String[]::new));

        assertThat(outcome.code()).as(outcome.said() + outcome.told()).isZero();
        assertThat(outcome.said()).contains("work_with", "poll_job");
    }
}
