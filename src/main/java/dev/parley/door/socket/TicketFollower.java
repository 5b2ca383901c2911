package dev.parley.door.socket;

import dev.parley.api.Subscription;
import dev.parley.api.Ticket;
import dev.parley.api.TicketQuery;
import dev.parley.base.problem.Problem;
import dev.parley.door.http.SocketConnection;
import dev.parley.door.json.TicketJson;
import dev.parley.work.Tickets;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/// What one client on the WebSocket sees of the board. Changes that come together are sent
/// together.
final class TicketFollower {
    /// How many tickets a message has.
    private static final int TOGETHER = 200;

    private final SocketConnection connection;
    private final Tickets tickets;
    private @Nullable Subscription watch; // guarded by this
    private boolean isClosed; // guarded by this
    private int round; // guarded by this

    TicketFollower(SocketConnection connection, Tickets tickets) {
        this.connection = connection;
        this.tickets = tickets;
    }

    void follow(ClientMessage.FollowTickets wanted, @Nullable JsonNode requestId)
            throws InterruptedException {
        var project = wanted.project() == null ? null : project(wanted.project());
        var limit = wanted.limit() == null ? TicketQuery.USUAL : wanted.limit();
        close();
        // Before the list is made, so that no change is lost; it may be told twice.
        var now = round();
        begin(tickets.watch(changed -> send(now, project, changed)));
        try {
            var page =
                    tickets.list(new TicketQuery(project, TicketQuery.open(), null, null, limit));
            var following = ServerMessage.message("tickets.following", requestId);
            following.setAll(TicketJson.of(page));
            send(following);
        } catch (Problem problem) {
            close();
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

    private synchronized void begin(Subscription begun) {
        if (isClosed) {
            begun.close();
        } else {
            watch = begun;
        }
    }

    private synchronized int round() {
        return round;
    }

    private void send(int begun, @Nullable Path project, List<Ticket> changed) {
        var own =
                changed.stream()
                        .filter(one -> project == null || one.project().equals(project))
                        .toList();
        try {
            for (var from = 0; from < own.size(); from += TOGETHER) {
                var part = own.subList(from, Math.min(own.size(), from + TOGETHER));
                var message = ServerMessage.message("tickets.changed", null);
                message.set("tickets", TicketJson.list(tickets.views(part)));
                if (begun == round()) {
                    connection.sendInTime(ServerMessage.bytes(message));
                }
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

    synchronized void close() {
        round++;
        if (watch != null) {
            watch.close();
            watch = null;
        }
    }

    /// The client is gone.
    synchronized void end() {
        isClosed = true;
        close();
    }
}
