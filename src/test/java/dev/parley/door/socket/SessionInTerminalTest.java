package dev.parley.door.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.json.Json;
import dev.parley.testing.LiveServer;
import dev.parley.testing.SocketClient;
import dev.parley.testing.Stub;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// A live session that is over and goes on in a terminal, with an agent that has both faces.
class SessionInTerminalTest {
    private static final String AGENT =
            """
            [ "$1" != --resume ] || exec sleep 1000
            while read -r line; do
              id=$(printf '%s' "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
              case $line in
              *'"initialize"'*) result='{"protocolVersion":1,"agentCapabilities":{"loadSession":true}}' ;;
              *session/new*) result='{"sessionId":"native1"}' ;;
              *session/prompt*) result='{"stopReason":"end_turn"}' ;;
              *) result='{}' ;;
              esac
              [ -z "$id" ] || printf '%s\\n' "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":$id,\\"result\\":$result}"
            done
            """;

    @TempDir Path directory;

    private LiveServer server() throws Exception {
        var agent = Stub.script(directory, "faces", AGENT);
        var providers = Files.createDirectories(directory.resolve("parley/config/providers"));
        Files.writeString(
                providers.resolve("faces.json"),
                """
                { "id": "faces", "name": "Faces", "command": { "name": "%s" },
                  "home": { "path": "~/.faces" }, "install": "write it",
                  "live": { "wire": "ACP", "permissions": { "ask": {} }, "sharing": "nothing", "capabilities": ["RESUME"] },
                  "terminal": { "start": [], "resume": ["--resume", "{session}"], "model": [] } }
                """
                        .formatted(agent));
        var home = directory.resolve("parley").toString();
        return new LiveServer(directory, Map.of("PARLEY_HOME", home));
    }

    private static JsonNode lastOf(SocketClient socket, String type) throws InterruptedException {
        while (true) {
            var message = socket.hear("liveSession.event");
            if (message.at("/event/type").asString().equals(type)) {
                return message;
            }
        }
    }

    @Test
    void itsEventsNameTheTerminalAndNobodyElseMayWrite() throws Exception {
        try (var server = server();
                var socket = server.greeted()) {
            var cwd = Json.write(server.directory().toString());
            socket.send(
                    "{\"type\":\"session.create\",\"provider\":\"faces\",\"prompt\":\"hi\",\"cwd\":"
                            + cwd
                            + "}");
            var id = socket.hear("session.created").at("/session/id").asString();
            assertTrue(lastOf(socket, "turn.end").path("terminalId").isMissingNode());
            server.post("/api/live/" + id + "/actions", "{\"type\":\"close\"}");

            // Two seconds after its end it is history.
            var terminal =
                    Awaitility.await()
                            .until(
                                    () ->
                                            server.post(
                                                    "/api/terminals",
                                                    "{\"resume\":\"faces:native1\",\"cwd\":"
                                                            + cwd
                                                            + "}"),
                                    answer -> answer.status() == 201)
                            .json()
                            .path("terminalId")
                            .asString();
            try (var other = server.greeted()) {
                other.send("{\"type\":\"session.follow\",\"sessionId\":\"" + id + "\"}");
                assertEquals(terminal, lastOf(other, "turn.end").path("terminalId").asString());
            }

            var prompt = "{\"type\":\"prompt\",\"text\":\"hi\"}";
            var refused = server.post("/api/live/" + id + "/actions", prompt);
            assertEquals(
                    "409 The session faces:native1 is open in a terminal.",
                    refused.status() + " " + refused.title());
            var resumed =
                    server.post("/api/live", "{\"resume\":\"faces:native1\",\"cwd\":" + cwd + "}");
            assertEquals(refused.title(), resumed.title());

            server.delete("/api/terminals/" + terminal);
            assertEquals(202, server.post("/api/live/" + id + "/actions", prompt).status());
        }
    }
}
