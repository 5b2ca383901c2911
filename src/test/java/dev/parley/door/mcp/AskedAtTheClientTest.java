package dev.parley.door.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.testing.AgentMachine;
import dev.parley.tool.McpConversation;
import dev.parley.wire.JsonRpc;

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
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;

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
