package dev.parley.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.base.json.Json;
import dev.parley.wire.JsonRpc;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

class McpConversationTest {
    private final ToolRegistry registry = new ToolRegistry();
    private final LinkedBlockingQueue<JsonNode> said = new LinkedBlockingQueue<>();
    private final McpConversation conversation =
            new McpConversation(
                    new McpServer("1.2.3"),
                    new McpServer.Client(
                            new Toolbox(registry, Set.of("greet", "wait")),
                            StubTool.CALLER,
                            () -> StubTool.MOMENT,
                            Duration.ofMinutes(1)),
                    Duration.ofMillis(5));

    private void send(String message) {
        conversation.receive(
                JsonRpc.parse(message),
                answer -> said.add(Json.parse(answer.line()).orElseThrow()),
                () -> {});
    }

    private JsonNode next() throws InterruptedException {
        var next = said.poll(30, TimeUnit.SECONDS);
        assertThat(next).as("an answer").isNotNull();
        return next;
    }

    private JsonNode ask(String method, String params) throws InterruptedException {
        send(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":%s}"
                        .formatted(method, params));
        return next();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2025-06-18"})
    void shakesHandsInTheRevisionOfTheClient(String revision) throws InterruptedException {
        var result =
                ask("initialize", "{\"protocolVersion\":\"" + revision + "\",\"capabilities\":{}}")
                        .path("result");

        assertThat(result.path("protocolVersion").asString()).isEqualTo(revision);
        assertThat(result.path("serverInfo").path("name").asString()).isEqualTo("parley");
        assertThat(result.has("resultType")).isFalse();
    }

    @Test
    void offersTheNewestOldRevisionToAClientWithAnother() throws InterruptedException {
        var result = ask("initialize", "{\"protocolVersion\":\"1999-01-01\"}").path("result");

        assertThat(result.path("protocolVersion").asString()).isEqualTo("2025-11-25");
    }

    @Test
    void isDiscoveredWithoutAHandshake() throws InterruptedException {
        var result = ask("server/discover", modern("{}")).path("result");

        assertThat(result.path("resultType").asString()).isEqualTo("complete");
        assertThat(result.path("supportedVersions").get(0).asString()).isEqualTo("2026-07-28");
        assertThat(result.path("cacheScope").asString()).isEqualTo("private");
        assertThat(result.path("_meta").has("io.modelcontextprotocol/serverInfo")).isTrue();
    }

    @Test
    void refusesARevisionItDoesNotKnow() throws InterruptedException {
        var error =
                ask(
                                "tools/list",
                                "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2030-01-01\"}}")
                        .path("error");

        assertThat(error.path("code").asInt()).isEqualTo(-32022);
        assertThat(error.path("data").path("requested").asString()).isEqualTo("2030-01-01");
        assertThat(error.path("data").path("supported").get(0).asString()).isEqualTo("2026-07-28");
    }

    @Test
    void listsOnlyTheToolsOfItsClient() throws InterruptedException {
        registry.register(StubTool.named("greet", _ -> ""));
        registry.register(StubTool.named("other", _ -> ""));

        var tools = ask("tools/list", "{}").path("result").path("tools");

        assertThat(tools).hasSize(1);
        assertThat(tools.get(0).path("name").asString()).isEqualTo("greet");
        assertThat(tools.get(0).path("annotations").path("destructiveHint").asBoolean(true))
                .isFalse();
        assertThat(tools.get(0).path("_meta").path("anthropic/alwaysLoad").asBoolean()).isTrue();
    }

    @Test
    void callsATool() throws InterruptedException {
        registry.register(
                StubTool.named("greet", call -> "hi " + call.arguments().path("who").asString()));

        var result = ask("tools/call", "{\"name\":\"greet\",\"arguments\":{\"who\":\"Ada\"}}");

        assertThat(Json.write(result.path("result")))
                .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"hi Ada\"}]}");
    }

    @Test
    void aToolThatIsNotForThisClientIsUnknown() throws InterruptedException {
        registry.register(StubTool.named("other", _ -> "never"));

        var error = ask("tools/call", "{\"name\":\"other\"}").path("error");

        assertThat(error.path("code").asInt()).isEqualTo(JsonRpc.INVALID_PARAMS);
    }

    @Test
    void argumentsThatDoNotFitAreAToolError() throws InterruptedException {
        registry.register(StubTool.named("greet", _ -> "never"));

        var result = ask("tools/call", "{\"name\":\"greet\"}").path("result");

        assertThat(result.path("isError").asBoolean()).isTrue();
    }

    @Test
    void anUnknownMethodIsToldSo() throws InterruptedException {
        assertThat(ask("resources/list", "{}").path("error").path("code").asInt())
                .isEqualTo(JsonRpc.METHOD_NOT_FOUND);
    }

    @Test
    void aCancelledCallEndsAndIsNotAnswered() throws InterruptedException {
        var started = new CountDownLatch(1);
        var ended = new CountDownLatch(1);
        registry.register(
                StubTool.named(
                        "wait",
                        _ -> {
                            started.countDown();
                            try {
                                new CountDownLatch(1).await();
                            } finally {
                                ended.countDown();
                            }
                            return "never";
                        }));
        send(
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"wait\",\"arguments\":{\"who\":\"\"}}}");
        started.await();

        send(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}");

        ended.await();
        // The next answer is the one to the next question.
        assertThat(ask("ping", "{}").path("id").asInt()).isEqualTo(1);
    }

    /// An answer to a call that its client has given up is a broken connection to some.
    @Test
    void aCallThatEndsWithItsTurnIsNotAnswered() throws InterruptedException {
        var started = new CountDownLatch(1);
        registry.register(
                StubTool.named(
                        "wait",
                        _ -> {
                            started.countDown();
                            new CountDownLatch(1).await();
                            return "never";
                        }));
        var done = new CountDownLatch(1);
        var answers = new LinkedBlockingQueue<String>();
        conversation.receive(
                JsonRpc.parse(
                        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"wait\",\"arguments\":{\"who\":\"\"}}}"),
                answer -> answers.add(answer.line()),
                done::countDown);
        started.await();

        conversation.endCalls();

        done.await();
        assertThat(answers).isEmpty();
    }

    @Test
    void aCancelOfAnAnsweredCallChangesNothing() throws InterruptedException {
        registry.register(StubTool.named("greet", _ -> "hi"));
        var _ = ask("tools/call", "{\"name\":\"greet\",\"arguments\":{\"who\":\"\"}}");

        send(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");

        assertThat(ask("ping", "{}").has("result")).isTrue();
    }

    @Test
    void tellsThatALongCallGoesOnUntilItIsAnswered() throws InterruptedException {
        var enough = new CountDownLatch(1);
        registry.register(
                StubTool.named(
                        "wait",
                        _ -> {
                            enough.await();
                            return "done";
                        }));
        send(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"wait\",\"arguments\":{\"who\":\"\"},\"_meta\":{\"progressToken\":\"p\"}}}");
        var progress = next();
        enough.countDown();

        assertThat(progress.path("method").asString()).isEqualTo("notifications/progress");
        assertThat(progress.path("params").path("progressToken").asString()).isEqualTo("p");
        var last = next();
        while (last.has("method")) {
            last = next();
        }
        assertThat(last.path("id").asInt()).isEqualTo(1);
        assertThat(said).isEmpty();
    }

    @Test
    void closingEndsWhatRuns() throws InterruptedException {
        var started = new CountDownLatch(1);
        var ended = new CountDownLatch(1);
        registry.register(
                StubTool.named(
                        "wait",
                        _ -> {
                            started.countDown();
                            try {
                                new CountDownLatch(1).await();
                            } finally {
                                ended.countDown();
                            }
                            return "never";
                        }));
        send(
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"wait\",\"arguments\":{\"who\":\"\"}}}");
        started.await();

        conversation.close();

        ended.await();
        assertThat(ask("ping", "{}").path("error").path("message").asString())
                .isEqualTo("The session is over.");
    }

    @Test
    void aLineThatIsNoMessageGetsAnError() throws InterruptedException {
        send("{\"jsonrpc\":");

        assertThat(next().path("error").path("code").asInt()).isEqualTo(JsonRpc.PARSE_ERROR);
    }

    private static String modern(String params) {
        var json = (tools.jackson.databind.node.ObjectNode) Json.parse(params).orElseThrow();
        json.putObject("_meta")
                .put("io.modelcontextprotocol/protocolVersion", "2026-07-28")
                .putObject("io.modelcontextprotocol/clientCapabilities");
        return Json.write(json);
    }
}
