package dev.parley.door.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.testing.AgentMachine;
import dev.parley.tool.McpConversation;
import dev.parley.wire.JsonRpc;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;

/// Agents of Parley's as clients of its MCP door, and what agents ask the person at a client.
@Timeout(300)
class AgentsAskAgentsTest {
    private static final String WAIT =
            "echo \"$PARLEY_PASS\" > \"$LOG/pass\"; while [ ! -e \"$LOG/go\" ]; do sleep 0.05; done;"
                    + " say n1 done";

    @TempDir Path directory;
    private AgentMachine machine;

    @BeforeEach
    void open() throws Exception {
        machine = new AgentMachine(directory);
    }

    @AfterEach
    void close() {
        machine.close();
    }

    private static void await(Callable<Boolean> fact) {
        Awaitility.await().atMost(Duration.ofSeconds(120)).until(fact);
    }

    /// One client of `parley mcp`, in this process.
    private final class Client implements AutoCloseable {
        private final OutputStream to;
        private final BufferedReader from;
        private int asked;

        /// @param pass what an agent has
        Client(Optional<String> pass, String capabilities) throws IOException {
            var there = Pipe.open();
            var back = Pipe.open();
            to = Channels.newOutputStream(there.sink());
            var input = Channels.newInputStream(there.source());
            var out =
                    new PrintStream(
                            Channels.newOutputStream(back.sink()), true, StandardCharsets.UTF_8);
            from =
                    new BufferedReader(
                            new InputStreamReader(
                                    Channels.newInputStream(back.source()),
                                    StandardCharsets.UTF_8));
            var door = machine.app().mcp();
            var project = machine.project();
            Thread.ofPlatform()
                    .daemon()
                    .start(() -> {
                        try {
                            new StdioDoor(out, "1", () -> new LocalBackend(door, project, pass))
                                    .run(input);
                        } catch (IOException | InterruptedException _) {
                            out.close();
                        }
                    });
            ask(
                    "initialize",
                    "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":%s,\"clientInfo\":{\"name\":\"claude\",\"version\":\"1\"}}"
                            .formatted(capabilities));
        }

        void send(String line) throws IOException {
            to.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            to.flush();
        }

        JsonNode next() throws IOException {
            return Json.parse(from.readLine()).orElseThrow();
        }

        int say(String method, String params) throws IOException {
            asked++;
            send(
                    "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
                            .formatted(asked, method, params));
            return asked;
        }

        JsonNode ask(String method, String params) throws IOException {
            var _ = say(method, params);
            return next();
        }

        JsonNode call(String tool, String arguments) throws IOException {
            return ask(
                    "tools/call", "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments));
        }

        @Override
        public void close() throws IOException {
            to.close();
        }
    }

    private Client client(Optional<String> pass) throws IOException {
        return new Client(pass, "{}");
    }

    /// Has an agent begin to work, and tells its pass.
    private String pass(Client client, String agent, String more) throws IOException {
        var _ =
                client.say(
                        "tools/call",
                        "{\"name\":\"work_with\",\"arguments\":{\"agent\":\"%s-1\",\"task\":\"work\"%s}}"
                                .formatted(agent, more));
        var file = directory.resolve("log-" + agent + "/pass");
        await(() -> Files.exists(file) && !Files.readString(file).isBlank());
        return Files.readString(file).strip();
    }

    private void go(String agent) throws IOException {
        Files.writeString(directory.resolve("log-" + agent + "/go"), "");
    }

    private static String text(JsonNode answer) {
        assertThat(answer.path("result").path("isError").asBoolean(false))
                .as(answer.toString())
                .isTrue();
        return answer.path("result").path("content").path(0).path("text").asString("");
    }

    @Test
    void aChainIsBoundedByDepthAndPermission() throws Exception {
        machine.cli("alpha", WAIT).cli("beta", WAIT).cli("gamma", "say n3 ok");
        try (var person = client(Optional.empty())) {
            var first = pass(person, "alpha", ",\"permission\":\"edit\"");
            try (var agent = client(Optional.of(first))) {
                assertThat(
                                text(
                                        agent.call(
                                                "work_with",
                                                task("gamma", ",\"permission\":\"bypass\""))))
                        .startsWith(
                                "PermissionExceeded: you work with the permission \"edit\", so an agent that works for you cannot have \"bypass\".")
                        .contains("Ask again with the permission \"edit\"");
                // It may write into the directory its caller writes into, who waits for it.
                var second = pass(agent, "beta", ",\"permission\":\"edit\"");
                assertThat(second).isNotEqualTo(first);
                try (var deep = client(Optional.of(second))) {
                    assertThat(text(deep.call("work_with", task("gamma", ""))))
                            .startsWith("ChainTooDeep: you were asked by another agent")
                            .contains("only 2 deep", "Do this part yourself");
                    assertThat(
                                    deep.call(
                                                    "work_with",
                                                    "{\"agents\":[\"gamma-1\"],\"task\":\"x\"}")
                                            .toString())
                            .contains("ChainTooDeep");
                    var id =
                            deep.call("start_job", job("gamma"))
                                    .at("/result/structuredContent/job_id")
                                    .asString();
                    assertThat(deep.call("poll_job", "{\"job_id\":\"" + id + "\"}").toString())
                            .contains("ChainTooDeep");
                }
                go("beta");
                assertThat(agent.next().toString()).contains("done");
            }
            assertThat(machine.prompts("gamma")).isEmpty();
            go("alpha");
            assertThat(person.next().toString()).contains("done");
            // Its work is over, and so is its pass.
            try (var late = client(Optional.of(first))) {
                assertThat(late.call("work_with", task("gamma", "")).path("error").toString())
                        .contains("No agent at work has this pass");
            }
        }
    }

    private static String task(String agent, String more) {
        return "{\"agent\":\"%s-1\",\"task\":\"work\"%s}".formatted(agent, more);
    }

    private static String job(String agent) {
        return "{\"tool\":\"work_with\",\"arguments\":" + task(agent, "") + "}";
    }

    @Test
    void aChainIsBoundedByHowManyWorkInItAndWhatTheyCost() throws Exception {
        machine.cli("alpha", WAIT)
                .cli("beta", "say n2 ok; use 1000000 0")
                .settings("\"agents\":{\"maxDescendants\":3,\"maxChainCost\":0.5}");
        Files.writeString(
                machine.config().resolve("prices.json"),
                "{\"models\":{\"beta-1\":{\"input\":0.3,\"output\":1}}}");
        try (var person = client(Optional.empty());
                var agent = client(Optional.of(pass(person, "alpha", "")))) {
            assertThat(agent.call("work_with", task("beta", "")).toString()).contains("completed");
            assertThat(agent.call("work_with", task("beta", "")).toString()).contains("completed");
            assertThat(text(agent.call("work_with", task("beta", ""))))
                    .startsWith("ChainTooLong: 3 pieces of work were begun for the same request");
            go("alpha");
        }
        machine.close();
        Files.delete(directory.resolve("log-alpha/go"));
        Files.delete(directory.resolve("log-alpha/pass"));
        machine.settings("\"agents\":{\"maxDescendants\":30,\"maxChainCost\":0.5}");
        try (var person = client(Optional.empty());
                var agent = client(Optional.of(pass(person, "alpha", "")))) {
            assertThat(agent.call("work_with", task("beta", "")).toString()).contains("completed");
            assertThat(agent.call("work_with", task("beta", "")).toString()).contains("completed");
            assertThat(text(agent.call("work_with", task("beta", ""))))
                    .startsWith("ChainTooExpensive: the work for this request has cost 0.60");
            go("alpha");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"made-up", "", " ", "\u0000", "../../etc"})
    void aForgedPassIsRefused(String forged) throws Exception {
        machine.cli("alpha", "say n1 ok");
        var door = machine.app().mcp();
        var refusal =
                Assertions.assertThrows(
                        Problem.class,
                        () -> door.client(Optional.of(machine.project()), Optional.of(forged)));
        assertThat(refusal.kind()).isEqualTo(Problem.Kind.UNAUTHORIZED);
        assertThat(machine.prompts("alpha")).isEmpty();
    }

    @Test
    void anAgentSeesNoJobsOfThePerson() throws Exception {
        machine.cli("alpha", WAIT);
        try (var person = client(Optional.empty());
                var agent = client(Optional.of(pass(person, "alpha", "")))) {
            var id =
                    person.call("start_job", job("alpha"))
                            .at("/result/structuredContent/job_id")
                            .asString();
            assertThat(text(agent.call("poll_job", "{\"job_id\":\"" + id + "\"}")))
                    .contains("There is no job");
            go("alpha");
        }
    }

    @Test
    void aSessionThatWaitsForItsCallerIsNotWaitedFor() throws Exception {
        machine.cli("alpha", WAIT);
        try (var person = client(Optional.empty());
                var agent = client(Optional.of(pass(person, "alpha", ",\"session_id\":\"s1\"")))) {
            assertThat(text(agent.call("work_with", task("alpha", ",\"session_id\":\"s1\""))))
                    .startsWith("SessionBusy: alpha works in the session \"s1\" already");
            go("alpha");
        }
    }

    @Test
    void aSessionThatWorkedForAClientIsWarmAndCanBeFollowed() throws Exception {
        try (var client = client(Optional.empty())) {
            var call =
                    "{\"agent\":\"demo\",\"task\":\"%s\",\"session_id\":\"s1\",\"permission\":\"plan\"}";
            var first = client.call("work_with", call.formatted("brief one"));
            var second = client.call("work_with", call.formatted("brief two"));
            assertThat(second.at("/result/structuredContent/native_session_id"))
                    .isEqualTo(first.at("/result/structuredContent/native_session_id"));
            var listed =
                    client.call("list_sessions", "{}").at("/result/structuredContent/sessions");
            var id =
                    listed.valueStream()
                            .filter(one -> one.path("session_id").asString().equals("s1"))
                            .findFirst()
                            .orElseThrow()
                            .path("live_id")
                            .asString();
            var followed =
                    client.call("follow_session", "{\"session_id\":\"" + id + "\",\"wait_s\":0}")
                            .at("/result/structuredContent");
            assertThat(followed.path("events").toString()).contains("brief one", "brief two");
            assertThat(
                            followed.path("events")
                                    .valueStream()
                                    .filter(one ->
                                            one.path("type").asString().equals("session.start")))
                    .as("one process for both: %s", followed)
                    .hasSize(1);
        }
    }

    private static String demo(String permission) {
        return "{\"agent\":\"demo\",\"task\":\"Ask for permission, brief\",\"permission\":\"%s\"}"
                .formatted(permission);
    }

    @ParameterizedTest
    @ValueSource(strings = {"allow", "deny"})
    void whatAnAgentAsksIsAskedOfAClientThatCanAnswer(String decision) throws Exception {
        try (var client = new Client(Optional.empty(), "{\"elicitation\":{}}")) {
            var asked = client.call("work_with", demo("ask"));
            assertThat(asked.path("method").asString())
                    .as(asked.toString())
                    .isEqualTo("elicitation/create");
            assertThat(asked.path("params").path("message").asString())
                    .startsWith("demo asks: ")
                    .contains("parley-demo.txt");
            assertThat(machine.app().live().approvals()).hasSize(1);
            client.send(
                    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"action\":\"accept\",\"content\":{\"decision\":\"%s\"}}}"
                            .formatted(asked.path("id"), decision));
            var done = client.next();
            assertThat(done.at("/result/structuredContent/status").asString())
                    .as(done.toString())
                    .isEqualTo("completed");
        }
        assertThat(Files.exists(machine.project().resolve("parley-demo.txt")))
                .isEqualTo(decision.equals("allow"));
        assertThat(machine.app().live().approvals()).isEmpty();
    }

    @Test
    void anAnswerInTheInboxIsEnough() throws Exception {
        // A client of an older revision that has the question before it, and does not answer.
        var door = machine.app().mcp();
        var messages = new LinkedBlockingQueue<JsonRpc.Message>();
        try (var conversation =
                new McpConversation(
                        door.server(),
                        door.client(Optional.of(machine.project()), Optional.empty()),
                        Duration.ofMinutes(5))) {
            conversation.receive(
                    JsonRpc.parse(
                            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"elicitation\":{}},\"clientInfo\":{\"name\":\"claude\",\"version\":\"1\"}}}"),
                    messages::add,
                    () -> {});
            messages.take();
            conversation.receive(
                    JsonRpc.parse(
                            "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"work_with\",\"arguments\":"
                                    + demo("ask")
                                    + "}}"),
                    messages::add,
                    () -> {});
            assertThat(messages.take().line()).contains("elicitation/create");
            var asked = machine.app().live().approvals().getFirst();
            machine.app().live().ask(asked.session(), Action.Decide.allow(asked.requestId()));
            assertThat(messages.take().line()).contains("notifications/cancelled");
            assertThat(messages.take().line()).contains("\"status\":\"completed\"");
        }
    }

    @Test
    void aClientOf2026IsAskedByTheAnswer() throws Exception {
        var door = machine.app().mcp();
        var params =
                (ObjectNode)
                        Json.parse("{\"name\":\"work_with\",\"arguments\":" + demo("ask") + "}")
                                .orElseThrow();
        var meta = params.putObject("_meta");
        meta.put("io.modelcontextprotocol/protocolVersion", "2026-07-28");
        meta.putObject("io.modelcontextprotocol/clientCapabilities").putObject("elicitation");
        meta.putObject("io.modelcontextprotocol/clientInfo")
                .put("name", "claude")
                .put("version", "1");
        var first = ask(door, params);
        assertThat(first.path("resultType").asString())
                .as(first.toString())
                .isEqualTo("input_required");
        var key = first.path("inputRequests").propertyNames().iterator().next();
        var responses = params.putObject("inputResponses");
        responses
                .putObject(key)
                .put("action", "accept")
                .putObject("content")
                .put("decision", "allow");
        params.set("requestState", first.path("requestState"));
        var second = ask(door, params);
        assertThat(second.at("/structuredContent/status").asString())
                .as(second.toString())
                .isEqualTo("completed");
        assertThat(Files.exists(machine.project().resolve("parley-demo.txt"))).isTrue();
    }

    private JsonNode ask(McpDoor door, ObjectNode params) throws InterruptedException {
        var messages = new LinkedBlockingQueue<JsonRpc.Message>();
        var conversation =
                new McpConversation(
                        door.server(),
                        door.client(Optional.of(machine.project()), Optional.empty()),
                        Duration.ofMinutes(5));
        conversation.receive(
                new JsonRpc.Request(JsonRpc.id(1), "tools/call", params.deepCopy()),
                messages::add,
                () -> {});
        return ((JsonRpc.Response) messages.take()).result();
    }
}
