package dev.parley.door.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.json.Json;
import dev.parley.testing.LiveServer;
import dev.parley.testing.SocketClient;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The WebSocket door from outside, with shells and the demo agent behind it.
class SocketDoorTest {
    @TempDir static Path directory;

    private static LiveServer server;
    private SocketClient socket;

    @BeforeAll
    static void start() {
        server = new LiveServer(directory);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() throws InterruptedException {
        socket = server.greeted();
    }

    @AfterEach
    void close() {
        socket.close();
    }

    private JsonNode error() throws InterruptedException {
        return socket.hear("error");
    }

    private String cwd() {
        return "\"cwd\":\"" + server.directory() + "\"";
    }

    private String terminal() throws InterruptedException {
        socket.send("{\"type\":\"terminal.create\",\"columns\":90,\"rows\":20," + cwd() + "}");
        return socket.hear("terminal.created").path("terminalId").asString();
    }

    private void type(String terminal, String text) {
        var message = Json.object().put("type", "terminal.input").put("terminalId", terminal);
        socket.send(Json.write(message.put("data", text)));
    }

    private static String output(SocketClient from, String expected) throws InterruptedException {
        var text = new StringBuilder();
        while (text.indexOf(expected) < 0) {
            text.append(from.hear("terminal.output").path("data").asString());
        }
        return text.toString();
    }

    @Test
    void nobodyComesInWithoutTheToken() throws Exception {
        for (var hello :
                List.of(
                        "{\"type\":\"hello\",\"version\":1}",
                        "{\"type\":\"hello\",\"version\":1,\"token\":\"wrong\"}")) {
            try (var stranger = SocketClient.open(server.client(), server.port())) {
                stranger.send("{\"type\":\"terminal.list\"}");
                assertEquals(
                        "The first message has to be a hello.",
                        stranger.hear("error").path("title").asString());
                stranger.send(hello);
                assertEquals(401, stranger.hear("error").path("status").asInt());
                assertEquals(4401, stranger.awaitClose());
            }
        }
    }

    @Test
    void theTokenMayBeInTheHeaderAndTheVersionMustBeRight() throws Exception {
        try (var friend =
                SocketClient.open(
                        server.client(),
                        server.port(),
                        "Authorization",
                        "Bearer " + server.token())) {
            friend.send("{\"type\":\"hello\",\"version\":2,\"requestId\":\"a\"}");
            var refused = friend.hear("error");
            assertEquals("This Parley speaks version 1, not 2.", refused.path("title").asString());
            assertEquals("a", refused.path("requestId").asString());
            friend.send("{\"type\":\"hello\"}");
            assertEquals(
                    "hello: the key \"version\" is missing.",
                    friend.hear("error").path("title").asString());
            friend.send("{\"type\":\"hello\",\"version\":1,\"requestId\":{\"any\":1}}");
            assertEquals(
                    Json.object()
                            .put("type", "hello")
                            .<tools.jackson.databind.node.ObjectNode>set(
                                    "requestId", Json.object().put("any", 1))
                            .put("version", 1),
                    friend.hear("hello"));
        }
        // Who is in need not show the token again.
        socket.send("{\"type\":\"hello\",\"version\":1,\"requestId\":8}");
        assertEquals(8, socket.hear("hello").path("requestId").asInt());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "nonsense | The message is no JSON object. | Send one as text.",
                "[1] | The message is no JSON object. | Send one as text.",
                "{} | The message has no \"type\". |",
                "{\"type\":\"terminal.creat\"} | The message has the unknown type \"terminal.creat\". | Did you mean terminal.create",
                "{\"type\":\"terminal.create\",\"colums\":3} | terminal.create: unknown key \"colums\". | Did you mean columns?",
                "{\"type\":\"terminal.create\",\"columns\":\"3\"} | terminal.create: the value of \"columns\" |",
                "{\"type\":\"terminal.create\",\"cwd\":\"/no/such\"} | There is no directory \"/no/such\". |",
                "{\"type\":\"terminal.input\",\"data\":\"x\"} | The message: the key \"terminalId\" is missing. |",
                "{\"type\":\"terminal.input\",\"terminalId\":\"t-1\",\"data\":\"x\"} | There is no terminal \"t-1\". |",
                "{\"type\":\"session.create\",\"provder\":\"demo\"} | session.create: unknown key \"provder\". | Did you mean provider?",
                "{\"type\":\"session.create\",\"provider\":\"dmo\",\"cwd\":\"/\"} | There is no provider \"dmo\". | Did you mean demo",
                "{\"type\":\"session.follow\",\"sessionId\":\"x\"} | \"x\" is no id of a live session. |",
                "{\"type\":\"session.follow\"} | The message: the key \"sessionId\" is missing. |",
                "{\"type\":\"session.action\",\"sessionId\":\"saaaaaaaaaaaaaaa\"} | session.action: the key \"action\" is missing. |",
                "{\"type\":\"session.action\",\"sessionId\":\"saaaaaaaaaaaaaaa\",\"action\":{\"type\":\"promt\"}} | The action has the unknown type \"promt\". | Did you mean prompt?",
                "{\"type\":\"sessions.fetch\",\"limit\":0} | A list of 0 sessions is not possible. |",
                "{\"type\":\"approval.decide\",\"approvalId\":\"x\",\"decision\":\"allow\"} | \"x\" is no id of an approval. |",
                "{\"type\":\"approval.decide\",\"decision\":\"maybe\"} | approval.decide: the value of \"decision\" |"
            })
    void whatMakesNoSenseIsAnsweredAndTheConnectionLives(String text, String title, String detail)
            throws Exception {
        socket.send(text);
        var error = error();
        assertThat(error.path("title").asString()).startsWith(title);
        assertThat(error.path("detail").asString()).startsWith(detail == null ? "" : detail);
        socket.send("{\"type\":\"terminal.list\",\"requestId\":7}");
        assertEquals(7, socket.hear("terminal.list").path("requestId").asInt());
        assertFalse(socket.isClosed());
    }

    @Test
    void bytesAreNoMessage() throws Exception {
        socket.socket().sendBinary(ByteBuffer.wrap(new byte[] {1}), true).join();
        assertEquals("The message is no JSON object.", error().path("title").asString());
    }

    @Test
    void aTerminalIsTypedIntoResizedLeftAndFoundAgain() throws Exception {
        var id = terminal();
        type(id, "echo on''e; stty size\n");
        output(socket, "20 90");
        socket.send(
                "{\"type\":\"terminal.resize\",\"terminalId\":\""
                        + id
                        + "\",\"columns\":70,\"rows\":12,\"requestId\":1}");
        socket.hear("done");
        type(id, "stty size\n");
        output(socket, "12 70");
        socket.close();
        try (var back = server.greeted()) {
            back.send("{\"type\":\"terminal.list\"}");
            assertThat(back.hear("terminal.list").path("terminals").toString()).contains(id);
            back.send("{\"type\":\"terminal.attach\",\"terminalId\":\"" + id + "\"}");
            assertEquals(70, back.hear("terminal.attached").at("/terminal/columns").asInt());
            var replay = back.hear("terminal.output");
            assertTrue(replay.path("replay").asBoolean());
            assertThat(replay.path("data").asString()).contains("one", "20 90", "12 70");
            var position = replay.path("position").asLong();
            back.send(
                    "{\"type\":\"terminal.attach\",\"terminalId\":\""
                            + id
                            + "\",\"after\":"
                            + (position - 2)
                            + "}");
            back.hear("terminal.attached");
            // The shell may have said more in the meantime.
            var seen = replay.path("data").asString();
            assertThat(back.hear("terminal.output").path("data").asString())
                    .startsWith(seen.substring(seen.length() - 2));
            back.send(
                    "{\"type\":\"terminal.input\",\"terminalId\":\""
                            + id
                            + "\",\"data\":\"exit 6\\n\"}");
            assertEquals(6, back.hear("terminal.exit").path("exitCode").asInt());
            back.send(
                    "{\"type\":\"terminal.close\",\"terminalId\":\"" + id + "\",\"requestId\":2}");
            back.hear("done");
        }
    }

    @Test
    void twoWindowsSeeTheSameTerminalAndOneMayLookAway() throws Exception {
        var id = terminal();
        try (var other = server.greeted()) {
            other.send("{\"type\":\"terminal.attach\",\"terminalId\":\"" + id + "\"}");
            other.hear("terminal.attached");
            type(id, "echo bo''th\n");
            output(socket, "both");
            output(other, "both");
            other.send(
                    "{\"type\":\"terminal.detach\",\"terminalId\":\"" + id + "\",\"requestId\":1}");
            other.hear("done");
            type(id, "echo on''ly\n");
            output(socket, "only");
            other.send("{\"type\":\"approval.list\"}");
            assertThat(other.hear()).contains("approval.list");
        }
        socket.send("{\"type\":\"terminal.close\",\"terminalId\":\"" + id + "\"}");
        socket.hear("terminal.exit");
    }

    private String session(String more) throws InterruptedException {
        socket.send("{\"type\":\"session.create\",\"provider\":\"demo\"," + cwd() + more + "}");
        return socket.hear("session.created").at("/session/id").asString();
    }

    private void act(String session, String action) {
        socket.send(
                "{\"type\":\"session.action\",\"requestId\":1,\"sessionId\":\""
                        + session
                        + "\",\"action\":"
                        + action
                        + "}");
    }

    /// All events up to and with one of this type.
    private static List<JsonNode> until(SocketClient from, String type)
            throws InterruptedException {
        var events = new ArrayList<JsonNode>();
        while (events.isEmpty() || !events.getLast().path("type").asString().equals(type)) {
            events.add(from.hear("liveSession.event").path("event"));
        }
        return events;
    }

    private static String said(List<JsonNode> events) {
        var text = new StringBuilder();
        events.stream()
                .filter(event -> event.path("type").asString().equals("message.delta"))
                .forEach(event -> text.append(event.at("/message/content").asString()));
        return text.toString();
    }

    @Test
    void aSessionIsHeldFromItsFirstPromptToItsEnd() throws Exception {
        var id = session(",\"prompt\":\"brief one\",\"requestId\":\"r\"");
        var first = until(socket, "turn.end");
        assertThat(said(first) + first).contains("Turn 1");
        act(id, "{\"type\":\"prompt\",\"text\":\"brief two\"}");
        var second = until(socket, "turn.end");
        assertThat(said(second) + second).contains("Turn 2");
        var numbers = new ArrayList<Long>();
        first.forEach(event -> numbers.add(event.path("sequenceNumber").asLong()));
        second.forEach(event -> numbers.add(event.path("sequenceNumber").asLong()));
        assertThat(numbers).isSorted().doesNotHaveDuplicates().startsWith(1L);
        try (var other = server.greeted()) {
            var after = first.getLast().path("sequenceNumber").asLong();
            other.send(
                    "{\"type\":\"session.follow\",\"sessionId\":\""
                            + id
                            + "\",\"after\":"
                            + after
                            + "}");
            assertEquals(id, other.hear("session.following").at("/session/id").asString());
            assertEquals(second, until(other, "turn.end"));
        }
        act(id, "{\"type\":\"close\"}");
        socket.hear("session.accepted");
        socket.send("{\"type\":\"sessions.fetch\"}");
        var listed = socket.hear("sessions.updated").path("sessions");
        assertThat(listed.toString()).contains(id);
    }

    @Test
    void aQuestionIsToldToAllAndAnsweredByOne() throws Exception {
        try (var other = server.greeted()) {
            session(",\"prompt\":\"brief permission\"");
            var asked = other.hear("approval.request").path("approval");
            var approvalId = asked.path("approvalId").asString();
            assertEquals(server.directory().toString(), asked.path("cwd").asString());
            other.send("{\"type\":\"approval.list\"}");
            assertThat(other.hear("approval.list").path("approvals").toString())
                    .contains(approvalId);
            other.send(
                    "{\"type\":\"approval.decide\",\"approvalId\":\""
                            + approvalId
                            + "\",\"decision\":\"allow\",\"requestId\":3}");
            other.hear("approval.resolved");
            until(socket, "turn.end");
            assertTrue(Files.exists(server.directory().resolve("parley-demo.txt")));
            other.send(
                    "{\"type\":\"approval.decide\",\"approvalId\":\""
                            + approvalId
                            + "\",\"decision\":\"deny\",\"requestId\":4}");
            assertEquals(404, other.hear("error").path("status").asInt());
        }
    }

    @Test
    void aTurnIsInterrupted() throws Exception {
        var id = session(",\"prompt\":\"brief sleep 600\"");
        until(socket, "turn.start");
        act(id, "{\"type\":\"interrupt\"}");
        var ended = until(socket, "turn.end").getLast();
        assertEquals("interrupted", ended.at("/turn/reason").asString());
    }

    @Test
    void whoFetchedTheListIsToldOfItsChanges() throws Exception {
        try (var other = server.greeted()) {
            other.send("{\"type\":\"sessions.fetch\",\"requestId\":1}");
            other.hear("sessions.updated");
            var id = session("");
            JsonNode update;
            do {
                update = other.hear("sessions.updated");
            } while (!update.toString().contains(id));
            assertThat(update.has("requestId")).isFalse();
        }
    }
}
