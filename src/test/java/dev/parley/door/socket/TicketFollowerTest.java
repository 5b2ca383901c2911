package dev.parley.door.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.App;
import dev.parley.api.TicketChange;
import dev.parley.base.json.Json;
import dev.parley.door.http.SocketConnection;
import dev.parley.testing.LiveServer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// What follows what on the wire, where a message takes its time.
class TicketFollowerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir Path directory;

    private final List<String> sent = new CopyOnWriteArrayList<>();
    private final CountDownLatch changeBegan = new CountDownLatch(1);
    private final CountDownLatch mayGoOut = new CountDownLatch(1);

    /// Says what is sent, in order. A change goes out when the test lets it, come what may.
    private final class SlowConnection implements SocketConnection {
        @Override
        public void send(byte[] message) {
            var text = new String(message, StandardCharsets.UTF_8);
            sent.add(Json.parse(text).orElseThrow().path("type").asString());
        }

        @Override
        public void sendInTime(byte[] message) {
            changeBegan.countDown();
            var isInterrupted = false;
            while (mayGoOut.getCount() > 0) {
                try {
                    mayGoOut.await();
                } catch (InterruptedException _) {
                    isInterrupted = true;
                }
            }
            send(message);
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void admit() {}

        @Override
        public void close(int code, String reason) {}
    }

    private void write(App app, Path project) throws InterruptedException {
        app.tickets().write(project, new TicketChange("one", null, null, null, null, null, null));
    }

    @Test
    void noChangeComesBehindTheAnswerToAnUnfollow() throws Exception {
        try (var server = new LiveServer(directory)) {
            var app = server.app();
            var follower = new TicketFollower(new SlowConnection(), app.tickets());
            follower.follow(new ClientMessage.FollowTickets(null, null), null);
            write(app, server.directory());
            assertThat(changeBegan.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

            var leaving = Thread.ofPlatform().start(() -> leave(follower));
            await().atMost(PATIENCE)
                    .until(() ->
                            leaving.getState() == Thread.State.WAITING
                                    || leaving.getState() == Thread.State.TERMINATED);
            mayGoOut.countDown();
            leaving.join();

            await().atMost(PATIENCE).until(() -> sent.size() == 3);
            assertThat(sent).containsExactly("tickets.following", "tickets.changed", "done");
        }
    }

    private void leave(TicketFollower follower) {
        try {
            follower.stop();
            sent.add("done");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
