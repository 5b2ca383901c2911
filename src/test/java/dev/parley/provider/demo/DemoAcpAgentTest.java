package dev.parley.provider.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.json.Json;
import dev.parley.base.json.JsonPath;
import dev.parley.wire.JsonRpc;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

@Timeout(60)
class DemoAcpAgentTest {
    @TempDir Path directory;
    private Path cwd;
    private Path file;
    private DemoClient client;

    @BeforeEach
    void start() throws IOException {
        cwd = Files.createDirectory(directory.resolve("project"));
        file = cwd.resolve("parley-demo.txt");
        client = new DemoClient(directory.resolve("home"));
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
    }

    @Test
    void introducesItself() throws Exception {
        var result = client.result(client.request("initialize", Json.object()));
        assertEquals(1, result.path("protocolVersion").asInt());
        assertEquals("1.0.0", JsonPath.text(result, "agentInfo.version").orElseThrow());
        assertTrue(JsonPath.of("agentCapabilities.loadSession").in(result).asBoolean());
    }

    @Test
    void aNewSessionOffersModesAndModels() throws Exception {
        var params = Json.object().put("cwd", cwd.toString());
        var result = client.result(client.request("session/new", params));
        assertEquals("ask", JsonPath.text(result, "modes.currentModeId").orElseThrow());
        assertEquals(
                List.of("ask", "edit", "plan", "bypass"),
                result.path("modes").path("availableModes").findValuesAsString("id"));
        assertEquals(
                List.of("demo-1", "demo-2"),
                result.path("models").path("availableModels").findValuesAsString("modelId"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "relative", "/nowhere/at/all", "x\u0000y"})
    void aSessionNeedsADirectoryThatIsThere(String path) throws Exception {
        var request = client.request("session/new", Json.object().put("cwd", path));
        assertEquals(JsonRpc.INVALID_PARAMS, client.error(request).code());
    }

    @Test
    void aPromptStreamsThoughtsAndTheAnswerAndCounts() throws Exception {
        client.prompt(client.newSession(cwd), "hello");
        var heard = client.until(JsonRpc.Response.class);
        assertEquals(
                List.of("agent_thought_chunk", "agent_message_chunk"),
                heard.stream().flatMap(this::kind).distinct().toList());
        var answer = text(heard, "agent_message_chunk");
        assertThat(answer).contains("You said: “hello”");
        var result = ((JsonRpc.Response) heard.getLast()).result();
        var output = (answer.length() + 3) / 4;
        assertEquals(
                Json.parse(
                                "{\"stopReason\":\"end_turn\",\"usage\":{\"inputTokens\":2,\"outputTokens\":%d,\"thoughtTokens\":7,\"totalTokens\":%d}}"
                                        .formatted(output, output + 9))
                        .orElseThrow(),
                Json.parse(Json.write(result)).orElseThrow());
    }

    @Test
    void aToolCallIsShownFromStartToEnd() throws Exception {
        Files.writeString(cwd.resolve("README"), "");
        client.prompt(client.newSession(cwd), "tool");
        var heard = client.until(JsonRpc.Response.class);
        assertEquals(List.of("pending", "in_progress", "completed"), statuses(heard));
        assertThat(heard.toString()).contains("\"text\":\"README\"");
    }

    @ParameterizedTest
    @CsvSource({
        "allow_once,true,completed",
        "allow_always,true,completed",
        "reject_once,false,failed",
        "nonsense,false,failed"
    })
    void writesItsFileOnlyWhenAPersonAllowsIt(String option, boolean written, String status)
            throws Exception {
        client.prompt(client.newSession(cwd), "permission");
        var question = client.next(JsonRpc.Request.class);
        assertEquals("session/request_permission", question.method());
        assertEquals(
                List.of("allow_once", "allow_always", "reject_once"),
                question.params().path("options").findValuesAsString("kind"));
        assertFalse(Files.exists(file));
        client.answer(question, option);
        var heard = client.until(JsonRpc.Response.class);
        assertEquals(written, Files.exists(file));
        assertEquals(status, statuses(heard).getLast());
        assertEquals("end_turn", stopReason(heard));
    }

    @Test
    void anErrorAsAnAnswerIsNoPermission() throws Exception {
        client.prompt(client.newSession(cwd), "edit");
        var question = client.next(JsonRpc.Request.class);
        client.write(JsonRpc.ErrorResponse.to(question.id(), -32603, "no idea").line());
        assertEquals("end_turn", stopReason(client.until(JsonRpc.Response.class)));
        assertFalse(Files.exists(file));
    }

    @Test
    void alwaysMeansForTheRestOfTheSession() throws Exception {
        var session = client.newSession(cwd);
        var prompt = client.prompt(session, "edit");
        client.answer(client.next(JsonRpc.Request.class), "allow_always");
        client.result(prompt);
        Files.delete(file);
        client.prompt(session, "edit");
        assertThat(client.until(JsonRpc.Response.class))
                .noneMatch(JsonRpc.Request.class::isInstance);
        assertTrue(Files.exists(file));
    }

    @ParameterizedTest
    @CsvSource({"edit,true", "bypass,true", "plan,false"})
    void otherModesDoNotAsk(String mode, boolean written) throws Exception {
        var session = client.newSession(cwd);
        client.result(client.request("session/set_mode", in(session).put("modeId", mode)));
        client.prompt(session, "edit");
        assertThat(client.until(JsonRpc.Response.class))
                .noneMatch(JsonRpc.Request.class::isInstance);
        assertEquals(written, Files.exists(file));
    }

    @Test
    void anotherModelAnswersAfterASwitch() throws Exception {
        var session = client.newSession(cwd);
        client.result(client.request("session/set_model", in(session).put("modelId", "demo-2")));
        client.prompt(session, "hello");
        assertThat(text(client.until(JsonRpc.Response.class), "agent_message_chunk"))
                .contains("(demo-2)");
    }

    @Test
    void aCancelledSleepEndsAtOnce() throws Exception {
        var session = client.newSession(cwd);
        client.prompt(session, "sleep 3000");
        client.next(JsonRpc.Notification.class);
        client.cancel(session);
        assertEquals("cancelled", stopReason(client.until(JsonRpc.Response.class)));
        client.prompt(session, "hello again");
        assertThat(text(client.until(JsonRpc.Response.class), "agent_message_chunk"))
                .contains("This is turn 2");
    }

    @Test
    void aTurnThatWaitsForPermissionCanBeCancelled() throws Exception {
        var session = client.newSession(cwd);
        client.prompt(session, "edit");
        var question = client.next(JsonRpc.Request.class);
        client.cancel(session);
        var heard = client.until(JsonRpc.Response.class);
        assertEquals("cancelled", stopReason(heard));
        assertEquals("failed", statuses(heard).getLast());
        client.answer(question, "allow_once");
        client.result(client.prompt(session, "hello"));
        assertFalse(Files.exists(file));
    }

    @Test
    void aCancelledQuestionCancelsTheTurn() throws Exception {
        client.prompt(client.newSession(cwd), "edit");
        var question = client.next(JsonRpc.Request.class);
        var result = Json.object();
        result.putObject("outcome").put("outcome", "cancelled");
        client.write(new JsonRpc.Response(question.id(), result).line());
        assertEquals("cancelled", stopReason(client.until(JsonRpc.Response.class)));
    }

    @Test
    void oneTurnAtATime() throws Exception {
        var session = client.newSession(cwd);
        var first = client.prompt(session, "sleep 3000");
        var second = client.prompt(session, "hello");
        assertEquals(JsonRpc.INVALID_REQUEST, client.error(second).code());
        var load = in(session).put("cwd", cwd.toString());
        assertEquals(
                JsonRpc.INVALID_REQUEST, client.error(client.request("session/load", load)).code());
        client.cancel(session);
        assertEquals("cancelled", client.result(first).path("stopReason").asString());
    }

    @Test
    void sessionsWorkSideBySide() throws Exception {
        var sleeping = client.newSession(cwd);
        var sleep = client.prompt(sleeping, "sleep 3000");
        assertEquals(
                "end_turn",
                client.result(client.prompt(client.newSession(cwd), "hello"))
                        .path("stopReason")
                        .asString());
        client.cancel(sleeping);
        assertEquals("cancelled", client.result(sleep).path("stopReason").asString());
    }

    @Test
    void aLoadedSessionIsReplayedBeforeTheAnswerAndGoesOn() throws Exception {
        var session = client.newSession(cwd);
        client.result(client.prompt(session, "hello"));
        client.close();
        client = new DemoClient(directory.resolve("home"));
        client.request("session/load", in(session).put("cwd", cwd.toString()));
        var heard = client.until(JsonRpc.Response.class);
        assertEquals("hello", text(heard, "user_message_chunk"));
        assertThat(text(heard, "agent_message_chunk")).contains("You said: “hello”");
        client.prompt(session, "and now?");
        assertThat(text(client.until(JsonRpc.Response.class), "agent_message_chunk"))
                .contains("This is turn 2 of our conversation.");
    }

    @Test
    void sessionsThatAreNotThereAreNotFound() throws Exception {
        var load = in("nobody").put("cwd", cwd.toString());
        for (var request :
                List.of(
                        client.request("session/load", load),
                        client.prompt("nobody", "hello"),
                        client.request("session/set_mode", in("nobody").put("modeId", "ask")))) {
            assertEquals(DemoAcpMethods.RESOURCE_NOT_FOUND, client.error(request).code());
        }
    }

    @Test
    void aFailedTurnIsAnErrorAndTheSessionLivesOn() throws Exception {
        var session = client.newSession(cwd);
        var error = client.error(client.prompt(session, "error"));
        assertEquals(JsonRpc.INTERNAL_ERROR, error.code());
        assertEquals("The demo agent failed, as you asked.", error.message());
        client.result(client.prompt(session, "hello"));
    }

    @Test
    void aCrashEndsTheAgentInTheMiddleOfItsAnswer() throws Exception {
        client.prompt(client.newSession(cwd), "crash");
        assertEquals(3, client.exitCode());
        assertEquals("The demo agent crashed, as you asked.", client.err().strip());
    }

    @Test
    void theEndOfInputEndsRunningTurnsAndTheAgent() throws Exception {
        client.prompt(client.newSession(cwd), "sleep 3000");
        client.next(JsonRpc.Notification.class);
        client.endInput();
        assertEquals("cancelled", stopReason(client.until(JsonRpc.Response.class)));
        assertEquals(0, client.exitCode());
    }

    @Test
    void aLineNobodyKnowsIsPrintedAsItIs() throws Exception {
        client.prompt(client.newSession(cwd), "unknown");
        assertEquals(DemoScript.UNKNOWN_LINE, client.next(JsonRpc.Malformed.class).text());
    }

    @Test
    void badLinesAreAnsweredAndDoNoHarm() throws Exception {
        client.write("");
        client.write("what?");
        assertEquals(JsonRpc.PARSE_ERROR, client.next(JsonRpc.ErrorResponse.class).code());
        client.write("[]");
        assertEquals(JsonRpc.INVALID_REQUEST, client.next(JsonRpc.ErrorResponse.class).code());
        client.write("{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}");
        client.write("{\"jsonrpc\":\"2.0\",\"method\":\"session/cancel\"}");
        client.write("{\"jsonrpc\":\"2.0\",\"method\":\"no/such/thing\",\"params\":[]}");
        client.write("{\"jsonrpc\":\"2.0\",\"id\":\"text\",\"method\":\"initialize\"}");
        assertEquals("text", client.next(JsonRpc.Response.class).id().asString());
    }

    @Test
    void badRequestsAreErrors() throws Exception {
        var session = client.newSession(cwd);
        assertEquals(
                JsonRpc.METHOD_NOT_FOUND,
                client.error(client.request("session/fork", in(session))).code());
        var image = in(session);
        image.putArray("prompt").addObject().put("type", "image");
        for (var request :
                List.of(
                        client.request("session/prompt", image),
                        client.request("session/prompt", in(session)),
                        client.prompt(session, "  "),
                        client.request("session/set_mode", in(session).put("modeId", "yolo")),
                        client.request("session/set_model", in(session).put("modelId", "x")))) {
            assertEquals(JsonRpc.INVALID_PARAMS, client.error(request).code());
        }
    }

    private static ObjectNode in(String session) {
        return DemoAcpJson.inSession(session);
    }

    private static String stopReason(List<JsonRpc> heard) {
        return ((JsonRpc.Response) heard.getLast()).result().path("stopReason").asString();
    }

    private Stream<String> kind(JsonRpc message) {
        return message instanceof JsonRpc.Notification(_, var params)
                ? JsonPath.text(params, "update.sessionUpdate").stream()
                : Stream.empty();
    }

    private String text(List<JsonRpc> heard, String kind) {
        return heard.stream()
                .filter(message -> kind(message).anyMatch(kind::equals))
                .map(message -> ((JsonRpc.Notification) message).params())
                .map(params -> JsonPath.text(params, "update.content.text").orElseThrow())
                .collect(Collectors.joining());
    }

    private static List<String> statuses(List<JsonRpc> heard) {
        return heard.stream()
                .filter(JsonRpc.Notification.class::isInstance)
                .flatMap(message ->
                        JsonPath.text(((JsonRpc.Notification) message).params(), "update.status")
                                .stream())
                .toList();
    }
}
