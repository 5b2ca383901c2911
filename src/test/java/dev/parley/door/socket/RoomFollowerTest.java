package dev.parley.door.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.door.http.SocketConnection;
import dev.parley.testing.LiveServer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Who follows a room on the WebSocket, and what ends it.
class RoomFollowerTest {
    private static final long PATIENCE = 60;

    @TempDir Path directory;

    private final CountDownLatch heard = new CountDownLatch(1);
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();

    private final class Client implements SocketConnection {
        @Override
        public void send(byte[] message) {}

        @Override
        public void sendInTime(byte[] message) {
            heard.countDown();
        }

        @Override
        public void admit() {}

        @Override
        public void close(int code, String reason) {
            closed.complete(code);
        }
    }

    @Test
    void aClientIsToldWhenTheStoreAnswersNoMore() throws Exception {
        var server = new LiveServer(directory);
        try (server) {
            server.post("/api/agents/dan", "{\"provider\":\"demo\"}");
            server.post("/api/rooms", "{\"name\":\"r\",\"agents\":[\"dan\"]}");
            var follower = new RoomFollower(new Client(), server.app().rooms());
            follower.follow(new ClientMessage.FollowRoom("r", null), null);
            assertThat(heard.await(PATIENCE, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(closed.get(PATIENCE, TimeUnit.SECONDS)).isEqualTo(SocketConnection.TRY_LATER);
    }
}
