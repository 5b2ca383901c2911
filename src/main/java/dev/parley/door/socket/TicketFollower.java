package dev.parley.door.socket;

import dev.parley.api.Ticket;
import dev.parley.api.TicketQuery;
import dev.parley.api.Watching;
import dev.parley.base.problem.Problem;
import dev.parley.door.http.SocketConnection;
import dev.parley.door.json.TicketJson;
import dev.parley.work.ticket.Tickets;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// What one client on the WebSocket sees of the board. Changes that come together are sent
/// together.
final class TicketFollower {
    /// How many tickets a message has.
    private static final int TOGETHER = 200;

    private final SocketConnection connection;
    private final Tickets tickets;
    private @Nullable Watching watch; // guarded by this
    private boolean isClosed; // guarded by this

    TicketFollower(SocketConnection connection, Tickets tickets) {
        this.connection = connection;
        this.tickets = tickets;
    }

    void follow(ClientMessage.FollowTickets wanted, @Nullable JsonNode requestId)
            throws InterruptedException {
        var project = wanted.project() == null ? null : project(wanted.project());
        var limit = wanted.limit() == null ? TicketQuery.USUAL : wanted.limit();
        stop();
        // The watch begins before the list is made, so that no change is lost, and speaks after it:
        // the list would put an older ticket into the place of a newer one. It may tell some twice.
        var listed = new CountDownLatch(1);
        begin(tickets.watch(changed -> send(listed, project, changed)));
        try {
            var page =
                    tickets.list(new TicketQuery(project, TicketQuery.open(), null, null, limit));
            var following = ServerMessage.message("tickets.following", requestId);
            following.setAll(TicketJson.of(page));
            send(following);
            listed.countDown();
        } catch (Problem problem) {
            stop();
            throw problem;
        }
    }

    private Path project(String text) {
        try {
            return tickets.projectOf(Path.of(text));
        } catch (InvalidPathException _) {
            throw Problem.invalid(
                    "\"project\" is \"" + text + "\".", "Give the absolute path of a directory.");
        }
    }

    private synchronized void begin(Watching begun) {
        if (isClosed) {
            begun.close();
        } else {
            watch = begun;
        }
    }

    private void send(CountDownLatch listed, @Nullable Path project, List<Ticket> changed) {
        var own =
                changed.stream()
                        .filter(one -> project == null || one.project().equals(project))
                        .toList();
        try {
            listed.await();
            for (var from = 0; from < own.size(); from += TOGETHER) {
                var part = own.subList(from, Math.min(own.size(), from + TOGETHER));
                var message = ServerMessage.message("tickets.changed", null);
                message.set("tickets", TicketJson.list(tickets.views(part)));
                connection.sendInTime(ServerMessage.bytes(message));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (Problem problem) {
            LoggerFactory.getLogger(TicketFollower.class)
                    .warn("A client is not told of a change: {}", problem.message());
        }
    }

    private void send(ObjectNode message) {
        connection.send(ServerMessage.bytes(message));
    }

    /// Returns when the last change is on its way: none comes behind what the client is told next.
    void stop() throws InterruptedException {
        var ended = close();
        if (ended.isPresent()) {
            ended.get().awaitEnd();
        }
    }

    private synchronized Optional<Watching> close() {
        var ended = Optional.ofNullable(watch);
        ended.ifPresent(Watching::close);
        watch = null;
        return ended;
    }

    /// The client is gone.
    synchronized void end() {
        isClosed = true;
        close();
    }
}
