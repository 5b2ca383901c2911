package dev.parley.door.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.PendingApproval;
import dev.parley.api.SessionId;
import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.Intent;
import dev.parley.testing.AgentMachine;
import dev.parley.tool.CallingClient;
import dev.parley.tool.ClientRequest;
import dev.parley.tool.McpConversation;
import dev.parley.wire.JsonRpc;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;

/// What agents ask the person at a client.
@Timeout(300)
class AskedAtTheClientTest {
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

    private PipedClient asking() throws IOException {
        return new PipedClient(
                machine.app().mcp(), machine.project(), Optional.empty(), "{\"elicitation\":{}}");
    }

    private static String demo(String permission) {
        return "{\"agent\":\"demo\",\"task\":\"Ask for permission, brief\",\"permission\":\"%s\"}"
                .formatted(permission);
    }

    @ParameterizedTest
    @ValueSource(strings = {"allow", "deny"})
    void whatAnAgentAsksIsAskedOfAClientThatCanAnswer(String decision) throws Exception {
        try (var client = asking()) {
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"action\":\"accept\",\"content\":{}}",
                "{\"action\":\"accept\"}",
                "{\"action\":\"accept\",\"content\":{\"decision\":\"perhaps\"}}",
                "{\"action\":\"cancel\"}",
                "[]"
            })
    void aFormWithoutADecisionLeavesTheQuestionInTheInbox(String form) throws Exception {
        try (var client = asking()) {
            var asked = client.call("work_with", demo("ask"));
            client.send(
                    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}"
                            .formatted(asked.path("id"), form));
            // It is asked once, whatever it sends; and what it says next is heard after that.
            assertThat(client.ask("tools/list", "{}").path("result").path("tools")).isNotEmpty();
            var open = machine.app().live().approvals().getFirst();
            machine.app().live().ask(open.session(), Action.Decide.allow(open.requestId()));
            var done = client.next();
            assertThat(done.at("/result/structuredContent/status").asString())
                    .as(done.toString())
                    .isEqualTo("completed");
        }
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

    @ParameterizedTest
    @ValueSource(strings = {"work_with", "poll_job"})
    void anAnswerInTheInboxIsEnoughOnStandardInputToo(String tool) throws Exception {
        try (var client = asking()) {
            var arguments = demo("ask");
            if (tool.equals("poll_job")) {
                var job =
                        client.call("start_job", demoJob()).at("/result/structuredContent/job_id");
                arguments = "{\"job_id\":" + job + ",\"wait_s\":200}";
            }
            var asked = client.call(tool, arguments);
            assertThat(asked.path("method").asString())
                    .as(asked.toString())
                    .isEqualTo("elicitation/create");
            var open = machine.app().live().approvals().getFirst();
            machine.app().live().ask(open.session(), Action.Decide.allow(open.requestId()));
            var withdrawn = client.next();
            assertThat(withdrawn.path("method").asString())
                    .as(withdrawn.toString())
                    .isEqualTo("notifications/cancelled");
            assertEquals(asked.path("id"), withdrawn.at("/params/requestId"));
            assertThat(client.next().toString()).contains("\"status\":\"completed\"");
        }
    }

    @Test
    void aClientOf2026IsAskedByTheAnswer() throws Exception {
        var door = machine.app().mcp();
        var params = modern("work_with", demo("ask"));
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"action\":\"accept\",\"content\":{}}",
                "{\"action\":\"accept\",\"content\":{\"decision\":\"perhaps\"}}",
                "{\"action\":\"cancel\"}"
            })
    void aClientOf2026IsNotAskedAgainForAFormWithoutADecision(String form) throws Exception {
        var door = machine.app().mcp();
        var params = modern("work_with", demo("ask"));
        var first = ask(door, params);
        var key = first.path("inputRequests").propertyNames().iterator().next();
        params.putObject("inputResponses").set(key, Json.parse(form).orElseThrow());
        params.set("requestState", first.path("requestState"));
        var messages = say(door, params);
        var open = machine.app().live().approvals().getFirst();
        machine.app().live().ask(open.session(), Action.Decide.allow(open.requestId()));
        var done = ((JsonRpc.Response) messages.take()).result();
        assertThat(done.at("/structuredContent/status").asString())
                .as(done.toString())
                .isEqualTo("completed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"action\":\"accept\",\"content\":{}}",
                "{\"action\":\"perhaps\"}",
                "{\"action\":\"cancel\"}"
            })
    void aTaskIsNotAskedAgainForAFormWithoutADecision(String form) throws Exception {
        var door = machine.app().mcp();
        var started = ask(door, withTasks(modern("work_with", demo("ask"))));
        assertThat(started.path("resultType").asString()).as(started.toString()).isEqualTo("task");
        var task = withTasks(modern("", "{}"));
        task.set("taskId", started.path("taskId"));
        var key = new AtomicReference<String>();
        await().atMost(Duration.ofSeconds(200))
                .until(() -> {
                    var now = ask(door, "tasks/get", task);
                    now.path("inputRequests").propertyNames().forEach(key::set);
                    return now.path("status").asString().equals("input_required");
                });
        var update = task.deepCopy();
        update.putObject("inputResponses").set(key.get(), Json.parse(form).orElseThrow());
        ask(door, "tasks/update", update);
        var later = ask(door, "tasks/get", task);
        assertThat(later.path("status").asString()).as(later.toString()).isEqualTo("working");
        // It waits where it waited before.
        var open = machine.app().live().approvals().getFirst();
        machine.app().live().ask(open.session(), Action.Decide.allow(open.requestId()));
        await().atMost(Duration.ofSeconds(200))
                .until(() ->
                        ask(door, "tasks/get", task)
                                .at("/result/structuredContent/status")
                                .asString("")
                                .equals("completed"));
    }

    private static ObjectNode withTasks(ObjectNode params) {
        ((ObjectNode) params.at("/_meta/io.modelcontextprotocol~1clientCapabilities"))
                .putObject("extensions")
                .putObject("io.modelcontextprotocol/tasks");
        return params;
    }

    private static String demoJob() {
        return "{\"tool\":\"work_with\",\"arguments\":" + demo("ask") + "}";
    }

    @Test
    void whoeverPollsAJobIsAskedWhatItAsks() throws Exception {
        try (var client = asking()) {
            var job = client.call("start_job", demoJob()).at("/result/structuredContent/job_id");
            var asked = client.call("poll_job", "{\"job_id\":" + job + ",\"wait_s\":200}");
            assertThat(asked.path("method").asString())
                    .as(asked.toString())
                    .isEqualTo("elicitation/create");
            client.send(
                    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"action\":\"accept\",\"content\":{\"decision\":\"allow\"}}}"
                            .formatted(asked.path("id")));
            var done = client.next();
            assertThat(done.at("/result/structuredContent/result/status").asString())
                    .as(done.toString())
                    .isEqualTo("completed");
        }
        assertThat(machine.project().resolve("parley-demo.txt")).exists();
    }

    @Test
    void aPollWhoseFormIsClosedEndsWithItsOwnWait() throws Exception {
        try (var client = asking()) {
            var job = client.call("start_job", demoJob()).at("/result/structuredContent/job_id");
            var now = "{\"job_id\":" + job + ",\"wait_s\":0}";
            await().atMost(Duration.ofSeconds(200))
                    .until(() ->
                            client.call("poll_job", now)
                                    .at("/result/structuredContent/status")
                                    .asString("")
                                    .equals("waiting"));
            var asked = client.call("poll_job", "{\"job_id\":" + job + ",\"wait_s\":1}");
            client.send(
                    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"action\":\"cancel\"}}"
                            .formatted(asked.path("id")));
            var polled = client.next();
            assertThat(polled.at("/result/structuredContent/status").asString())
                    .as(polled.toString())
                    .isEqualTo("running");
            assertThat(machine.app().live().approvals()).hasSize(1);
        }
    }

    @Test
    void aClientOf2026IsAskedByTheAnswerToAPoll() throws Exception {
        var door = machine.app().mcp();
        var started = ask(door, modern("start_job", demoJob()));
        var job = started.at("/structuredContent/job_id");
        var params = modern("poll_job", "{\"job_id\":" + job + ",\"wait_s\":200}");
        var first = ask(door, params);
        assertThat(first.path("resultType").asString())
                .as(first.toString())
                .isEqualTo("input_required");
        var key = first.path("inputRequests").propertyNames().iterator().next();
        params.putObject("inputResponses")
                .putObject(key)
                .put("action", "accept")
                .putObject("content")
                .put("decision", "deny");
        params.set("requestState", first.path("requestState"));
        var done = ask(door, params);
        assertThat(done.at("/structuredContent/status").asString())
                .as(done.toString())
                .isEqualTo("done");
        assertThat(machine.project().resolve("parley-demo.txt")).doesNotExist();
    }

    @Test
    void aClientThatCannotBeAskedHearsThatItsJobWaits() throws Exception {
        try (var client =
                new PipedClient(machine.app().mcp(), machine.project(), Optional.empty(), "{}")) {
            var job = client.call("start_job", demoJob()).at("/result/structuredContent/job_id");
            var now = "{\"job_id\":" + job + ",\"wait_s\":0}";
            await().atMost(Duration.ofSeconds(200))
                    .until(() ->
                            client.call("poll_job", now)
                                    .at("/result/structuredContent/message")
                                    .asString("")
                                    .contains("waits for a person"));
            var open = machine.app().live().approvals().getFirst();
            machine.app().live().ask(open.session(), Action.Decide.allow(open.requestId()));
            var done = client.call("poll_job", "{\"job_id\":" + job + ",\"wait_s\":200}");
            assertThat(done.at("/result/structuredContent/status").asString())
                    .as(done.toString())
                    .isEqualTo("done");
        }
    }

    @Test
    void anIdThatAnAgentUsesAgainIsAnotherQuestion() throws Exception {
        var keys = new LinkedBlockingQueue<String>();
        var client = new Hearing(keys);
        var place = machine.project();
        var question =
                new PendingApproval(
                        SessionId.random(),
                        "id-1",
                        "demo",
                        place,
                        "Write",
                        "Write(a.txt)",
                        "Write a file",
                        null,
                        Intent.of(null, place),
                        null,
                        List.of("allow", "deny"),
                        false,
                        false,
                        Instant.now(),
                        null,
                        false);
        try (var approvals = new ClientApprovals(client, machine.app().live())) {
            approvals.ask(question);
            var first = keys.take();
            approvals.withdraw(question.id());
            approvals.ask(question);
            assertThat(keys.take()).isNotEqualTo(first);
        }
    }

    /// Keeps the keys under which it is asked, and never answers.
    private record Hearing(BlockingQueue<String> keys) implements CallingClient {
        @Override
        public String name() {
            return "test";
        }

        @Override
        public boolean can(String capability) {
            return true;
        }

        @Override
        public Map<String, JsonNode> askAll(Map<String, ClientRequest> requests)
                throws InterruptedException {
            keys.addAll(requests.keySet());
            new CountDownLatch(1).await();
            return Map.of();
        }

        @Override
        public void progress(double done, @Nullable Double total, String message) {}

        @Override
        public void log(String level, JsonNode data) {}
    }

    private static ObjectNode modern(String tool, String arguments) {
        var params =
                (ObjectNode)
                        Json.parse("{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments))
                                .orElseThrow();
        var meta = params.putObject("_meta");
        meta.put("io.modelcontextprotocol/protocolVersion", "2026-07-28");
        meta.putObject("io.modelcontextprotocol/clientCapabilities").putObject("elicitation");
        meta.putObject("io.modelcontextprotocol/clientInfo")
                .put("name", "claude")
                .put("version", "1");
        return params;
    }

    private JsonNode ask(McpDoor door, ObjectNode params) throws InterruptedException {
        return ((JsonRpc.Response) say(door, params).take()).result();
    }

    private JsonNode ask(McpDoor door, String method, ObjectNode params)
            throws InterruptedException {
        return ((JsonRpc.Response) say(door, method, params).take()).result();
    }

    private BlockingQueue<JsonRpc.Message> say(McpDoor door, ObjectNode params) {
        return say(door, "tools/call", params);
    }

    private BlockingQueue<JsonRpc.Message> say(McpDoor door, String method, ObjectNode params) {
        var messages = new LinkedBlockingQueue<JsonRpc.Message>();
        var conversation =
                new McpConversation(
                        door.server(),
                        door.client(Optional.of(machine.project()), Optional.empty()),
                        Duration.ofMinutes(5));
        conversation.receive(
                new JsonRpc.Request(JsonRpc.id(1), method, params.deepCopy()),
                messages::add,
                () -> {});
        return messages;
    }
}
