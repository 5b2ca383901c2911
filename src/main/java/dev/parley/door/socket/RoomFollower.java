package dev.parley.door.socket;

import dev.parley.api.RoomFeed;
import dev.parley.base.problem.Problem;
import dev.parley.door.http.SocketConnection;
import dev.parley.door.json.Messages;
import dev.parley.door.json.RoomJson;
import dev.parley.work.room.Rooms;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.HashMap;
import java.util.Map;

/// What one client on the WebSocket sees of rooms.
final class RoomFollower {
    private final SocketConnection connection;
    private final Rooms rooms;
    private final Map<String, RoomFeed> followed = new HashMap<>(); // guarded by this
    private boolean isClosed; // guarded by this

    RoomFollower(SocketConnection connection, Rooms rooms) {
        this.connection = connection;
        this.rooms = rooms;
    }

    void follow(ClientMessage.FollowRoom wanted, @Nullable JsonNode requestId)
            throws InterruptedException {
        var name = Messages.required(wanted.room(), "room", "room.follow");
        var details = rooms.details(name);
        var following = ServerMessage.message("room.following", requestId);
        following.set("room", RoomJson.of(details));
        var feed = rooms.follow(name, wanted.after() == null ? 0 : wanted.after());
        connection.send(ServerMessage.bytes(following));
        begin(name, feed);
    }

    private synchronized void begin(String name, RoomFeed feed) {
        var before = followed.put(name, feed);
        if (before != null) {
            before.close();
        }
        if (isClosed) {
            feed.close();
        } else {
            Thread.ofVirtual().name("follow-room").start(() -> passOn(name, feed));
        }
    }

    private void passOn(String name, RoomFeed feed) {
        try (feed) {
            for (var next = feed.next(); next.isPresent(); next = feed.next()) {
                var message = ServerMessage.message("room.event", null).put("room", name);
                message.set("event", RoomJson.of(next.get()));
                connection.sendInTime(ServerMessage.bytes(message));
            }
            if (feed.wasTooSlow()) {
                connection.close(SocketConnection.TOO_SLOW, "Too slow; come back with after");
            }
        } catch (Problem problem) {
            // A client that heard nothing would wait for ever.
            connection.close(SocketConnection.TRY_LATER, problem.message());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    synchronized void unfollow(@Nullable String room) {
        var feed = followed.remove(Messages.required(room, "room", "room.unfollow"));
        if (feed != null) {
            feed.close();
        }
    }

    /// The client is gone.
    synchronized void end() {
        isClosed = true;
        followed.values().forEach(RoomFeed::close);
        followed.clear();
    }
}
