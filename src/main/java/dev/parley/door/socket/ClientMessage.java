package dev.parley.door.socket;

import dev.parley.api.NewSession;
import dev.parley.api.TerminalRequest;
import dev.parley.door.json.LiveJson;
import dev.parley.door.json.Messages;
import dev.parley.event.Action;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/// What a client may send on the WebSocket, by its `type`. What is not in here is answered with an
/// error.
sealed interface ClientMessage {
    /// `hello`: the first message.
    ///
    /// @param version of these messages
    /// @param token not needed by a client that came with the page's cookie
    record Hello(@Nullable Integer version, @Nullable String token) implements ClientMessage {}

    /// `terminal.create`
    record CreateTerminal(TerminalRequest request) implements ClientMessage {}

    /// `terminal.attach`
    ///
    /// @param after the last position the client knows
    record AttachTerminal(@Nullable String terminalId, @Nullable Long after)
            implements ClientMessage {}

    /// `terminal.detach`
    record DetachTerminal(@Nullable String terminalId) implements ClientMessage {}

    /// `terminal.input`
    record TypeInTerminal(@Nullable String terminalId, @Nullable String data)
            implements ClientMessage {}

    /// `terminal.resize`
    record ResizeTerminal(
            @Nullable String terminalId, @Nullable Integer columns, @Nullable Integer rows)
            implements ClientMessage {}

    /// `terminal.close`
    record CloseTerminal(@Nullable String terminalId) implements ClientMessage {}

    /// `terminal.list`
    record ListTerminals() implements ClientMessage {}

    /// `session.create`
    record CreateSession(NewSession request) implements ClientMessage {}

    /// `session.follow`
    ///
    /// @param after the last number the client knows
    record FollowSession(@Nullable String sessionId, @Nullable Long after)
            implements ClientMessage {}

    /// `session.unfollow`
    record UnfollowSession(@Nullable String sessionId) implements ClientMessage {}

    /// `session.action`
    record AskSession(@Nullable String sessionId, @Nullable JsonNode action)
            implements ClientMessage {}

    /// `sessions.fetch`: the list, and from then on its changes.
    ///
    /// @param rooms whether the sessions of agents in rooms are wanted, too
    record FetchSessions(@Nullable Integer limit, @Nullable Boolean rooms)
            implements ClientMessage {}

    /// `approval.list`
    record ListApprovals() implements ClientMessage {}

    /// `approval.decide`
    record DecideApproval(
            @Nullable String approvalId,
            Action.@Nullable Decision decision,
            @Nullable String reason,
            @Nullable JsonNode input)
            implements ClientMessage {}

    /// `tickets.follow`: the board, and from then on its changes.
    ///
    /// @param project only of this one
    record FollowTickets(@Nullable String project, @Nullable Integer limit)
            implements ClientMessage {}

    /// `tickets.unfollow`
    record UnfollowTickets() implements ClientMessage {}

    /// `inbox.follow`: what waits for a person, now and after every change.
    record FollowInbox() implements ClientMessage {}

    /// `inbox.unfollow`
    record UnfollowInbox() implements ClientMessage {}

    /// `room.follow`: a room and its members, then its messages and what happens in it.
    ///
    /// @param after the number of the last message the client knows
    record FollowRoom(@Nullable String room, @Nullable Long after) implements ClientMessage {}

    /// `room.unfollow`
    record UnfollowRoom(@Nullable String room) implements ClientMessage {}

    static ClientMessage read(ObjectNode message) {
        return Messages.known(message, "The message", Shapes.ALL).apply(message);
    }

    /// The one list of types.
    final class Shapes {
        static final Map<String, Function<JsonNode, ClientMessage>> ALL = new LinkedHashMap<>();

        static {
            add("hello", Hello.class);
            ALL.put(
                    "terminal.create",
                    json ->
                            new CreateTerminal(
                                    Messages.read(json, "terminal.create", TerminalRequest.class)));
            add("terminal.attach", AttachTerminal.class);
            add("terminal.detach", DetachTerminal.class);
            add("terminal.input", TypeInTerminal.class);
            add("terminal.resize", ResizeTerminal.class);
            add("terminal.close", CloseTerminal.class);
            add("terminal.list", ListTerminals.class);
            ALL.put(
                    "session.create",
                    json -> new CreateSession(LiveJson.newSession(json, "session.create")));
            add("session.follow", FollowSession.class);
            add("session.unfollow", UnfollowSession.class);
            add("session.action", AskSession.class);
            add("sessions.fetch", FetchSessions.class);
            add("approval.list", ListApprovals.class);
            add("approval.decide", DecideApproval.class);
            add("tickets.follow", FollowTickets.class);
            add("tickets.unfollow", UnfollowTickets.class);
            add("inbox.follow", FollowInbox.class);
            add("inbox.unfollow", UnfollowInbox.class);
            add("room.follow", FollowRoom.class);
            add("room.unfollow", UnfollowRoom.class);
        }

        private Shapes() {}

        private static void add(String type, Class<? extends ClientMessage> shape) {
            ALL.put(type, json -> Messages.read(json, type, shape));
        }
    }
}
