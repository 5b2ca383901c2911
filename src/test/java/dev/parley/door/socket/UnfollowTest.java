package dev.parley.door.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.testing.LiveServer;
import dev.parley.testing.SocketClient;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/// Whoever has left a session hears nothing of it behind the answer.
class UnfollowTest {
    private static final int ROUNDS = 100;

    @TempDir Path directory;

    @Test
    void noEventComesBehindTheAnswer() throws Exception {
        try (var server = new LiveServer(directory);
                var socket = server.greeted()) {
            socket.send(
                    "{\"type\":\"session.create\",\"provider\":\"demo\",\"cwd\":\"%s\",\"prompt\":\"long\"}"
                            .formatted(server.directory()));
            var id = socket.hear("session.created").at("/session/id").asString();
            awaitEnd(socket);
            for (var round = 0; round < ROUNDS; round++) {
                socket.send("{\"type\":\"session.follow\",\"sessionId\":\"" + id + "\"}");
                socket.hear("liveSession.event");
                socket.send(
                        "{\"type\":\"session.unfollow\",\"sessionId\":\""
                                + id
                                + "\",\"requestId\":"
                                + round
                                + "}");
                assertEquals(round, socket.hear("done").path("requestId").asInt());
                socket.send("{\"type\":\"approval.list\"}");
                var next = Json.parseObject(socket.hear()).orElseThrow();
                assertEquals("approval.list", next.path("type").asString(), next.toString());
            }
        }
    }

    private static void awaitEnd(SocketClient socket) throws InterruptedException {
        while (!socket.hear("liveSession.event").at("/event/type").asString().equals("turn.end")) {
            // it goes on
        }
    }
}
