package dev.parley.door.socket;

import dev.parley.api.ApprovalId;
import dev.parley.api.EventFeed;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.Subscription;
import dev.parley.api.TerminalInfo;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.base.thread.Interruptible;
import dev.parley.door.http.Gate;
import dev.parley.door.http.SocketConnection;
import dev.parley.door.http.SocketHandler;
import dev.parley.door.json.ActionJson;
import dev.parley.door.json.LiveJson;
import dev.parley.door.json.Messages;
import dev.parley.event.Action;
import dev.parley.work.LiveSessions;
import dev.parley.work.OpenTerminals;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/// One client on the WebSocket: what it sends, what it watches. A message that makes no sense is
/// answered with an error; the connection goes on. Messages come one after the other.
final class SocketClient implements SocketHandler.Listener {
    static final int VERSION = 1;

    private static final Duration HELLO_WITHIN = Duration.ofSeconds(10);

    private final SocketConnection connection;
    private final boolean isKnown;
    private final Gate gate;
    private final LiveSessions sessions;
    private final OpenTerminals terminals;
    private final TicketFollower tickets;
    private final InboxFollower inbox;
    private final RoomFollower rooms;
    private final ServerMessage messages;
    private final SocketDoor door;
    private final Map<String, Subscription> watched = new ConcurrentHashMap<>();
    private final Map<SessionId, Following> followed = new ConcurrentHashMap<>();
    private volatile boolean isGreeted;
    private volatile boolean wantsSessions;
    private volatile boolean wantsRooms;
    private volatile boolean isClosed;

    SocketClient(
            SocketConnection connection,
            boolean isKnown,
            Gate gate,
            LiveSessions sessions,
            OpenTerminals terminals,
            TicketFollower tickets,
            InboxFollower inbox,
            RoomFollower rooms,
            ServerMessage messages,
            SocketDoor door) {
        this.connection = connection;
        this.isKnown = isKnown;
        this.gate = gate;
        this.sessions = sessions;
        this.terminals = terminals;
        this.tickets = tickets;
        this.inbox = inbox;
        this.rooms = rooms;
        this.messages = messages;
        this.door = door;
    }

    /// A client that sends nothing for long is not one of ours.
    void expectHello() {
        Interruptible.start(
                "hello",
                () -> {
                    Thread.sleep(HELLO_WITHIN);
                    if (!isGreeted && !isClosed) {
                        connection.close(SocketConnection.REFUSED, "Nobody said hello");
                    }
                });
    }

    boolean wantsSessions() {
        return wantsSessions;
    }

    boolean wantsRooms() {
        return wantsRooms;
    }

    boolean follows(SessionId session) {
        return followed.containsKey(session);
    }

    void send(byte[] message) {
        connection.send(message);
    }

    @Override
    public void hear(String text) throws InterruptedException {
        JsonNode requestId = null;
        try {
            var message = Messages.object(text, "The message");
            requestId = message.remove("requestId");
            answer(ClientMessage.read(message), requestId);
        } catch (Problem problem) {
            send(ServerMessage.bytes(ServerMessage.error(problem, requestId)));
            if (problem.kind() == Problem.Kind.UNAUTHORIZED) {
                connection.close(SocketConnection.REFUSED, problem.message());
            }
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(SocketClient.class).error("A message failed", e);
            send(ServerMessage.bytes(ServerMessage.error(Problem.fault(), requestId)));
        }
    }

    private void answer(ClientMessage message, @Nullable JsonNode requestId)
            throws InterruptedException {
        if (!isGreeted && !(message instanceof ClientMessage.Hello)) {
            throw Problem.invalid(
                    "The first message has to be a hello.",
                    "Send {\"type\":\"hello\",\"version\":1,\"token\":…}.");
        }
        switch (message) {
            case ClientMessage.Hello(var version, var token) -> hello(version, token, requestId);
            case ClientMessage.CreateTerminal(var request) -> {
                var terminal = terminals.open(request);
                reply("terminal.created", requestId, terminal);
                watch(terminal.terminalId(), OptionalLong.of(0));
            }
            case ClientMessage.AttachTerminal(var id, var after) -> {
                var terminal = terminals.info(terminal(id));
                reply("terminal.attached", requestId, terminal);
                watch(
                        terminal.terminalId(),
                        after == null ? OptionalLong.empty() : OptionalLong.of(after));
            }
            case ClientMessage.DetachTerminal(var id) -> {
                unwatch(terminal(id));
                terminals.awaitReported(terminal(id)); // no output comes after the answer
                done(requestId);
            }
            case ClientMessage.TypeInTerminal(var id, var data) -> {
                terminals.type(terminal(id), Messages.required(data, "data", "terminal.input"));
                done(requestId);
            }
            case ClientMessage.ResizeTerminal(var id, var columns, var rows) -> {
                terminals.resize(
                        terminal(id),
                        Messages.required(columns, "columns", "terminal.resize"),
                        Messages.required(rows, "rows", "terminal.resize"));
                done(requestId);
            }
            case ClientMessage.CloseTerminal(var id) -> {
                terminals.close(terminal(id));
                done(requestId);
            }
            case ClientMessage.ListTerminals() -> {
                var list = ServerMessage.message("terminal.list", requestId);
                reply(list.set("terminals", Json.tree(terminals.list())));
            }
            case ClientMessage.CreateSession(var request) -> {
                var info = sessions.start(request);
                var created = ServerMessage.message("session.created", requestId);
                reply(created.set("session", LiveJson.of(info)));
                follow(info, 0);
            }
            case ClientMessage.FollowSession(var id, var after) -> {
                var info = sessions.info(session(id));
                var following = ServerMessage.message("session.following", requestId);
                reply(following.set("session", LiveJson.of(info)));
                follow(info, after == null ? 0 : after);
            }
            case ClientMessage.UnfollowSession(var id) -> {
                unfollow(session(id)).awaitEnd(); // no event comes after the answer
                done(requestId);
            }
            case ClientMessage.AskSession(var id, var action) -> {
                var wanted = Messages.required(action, "action", "session.action");
                var object = Messages.object(wanted.toString(), "\"action\"");
                var answer = sessions.ask(session(id), ActionJson.read(object));
                var accepted = ServerMessage.message("session.accepted", requestId);
                reply(accepted.setAll((ObjectNode) Json.tree(answer)));
            }
            case ClientMessage.FetchSessions(var limit, var rooms) ->
                    fetch(limit, Boolean.TRUE.equals(rooms), requestId);
            case ClientMessage.ListApprovals() -> {
                var list = ServerMessage.message("approval.list", requestId);
                reply(list.set("approvals", LiveJson.approvals(sessions.approvals())));
            }
            case ClientMessage.DecideApproval(var id, var decision, var reason, var input) -> {
                var approval =
                        ApprovalId.of(Messages.required(id, "approvalId", "approval.decide"));
                var decided = Messages.required(decision, "decision", "decide");
                var said = new Action.Decide(approval.requestId(), decided, reason, input);
                sessions.ask(approval.session(), ActionJson.decision(approval, said));
                done(requestId);
            }
            case ClientMessage.FollowTickets wanted -> tickets.follow(wanted, requestId);
            case ClientMessage.UnfollowTickets() -> {
                tickets.stop(); // no change comes after the answer
                done(requestId);
            }
            case ClientMessage.FollowInbox() -> {
                done(requestId);
                inbox.follow();
            }
            case ClientMessage.UnfollowInbox() -> {
                inbox.close();
                done(requestId);
            }
            case ClientMessage.FollowRoom wanted -> rooms.follow(wanted, requestId);
            case ClientMessage.UnfollowRoom(var room) -> {
                rooms.unfollow(room);
                done(requestId);
            }
        }
    }

    private void hello(
            @Nullable Integer version, @Nullable String token, @Nullable JsonNode requestId) {
        if (Messages.required(version, "version", "hello") != VERSION) {
            throw Problem.invalid(
                    "This Parley speaks version " + VERSION + ", not " + version + ".",
                    "Say hello with version " + VERSION + ".");
        }
        if (token == null ? !isKnown && !isGreeted : !gate.isToken(token)) {
            throw new Problem(
                    Problem.Kind.UNAUTHORIZED,
                    "The token is missing or wrong.",
                    "It is in the file \"token\" of Parley's data directory.");
        }
        connection.admit();
        isGreeted = true;
        reply(ServerMessage.message("hello", requestId).put("version", VERSION));
        door.join(this);
        if (isClosed) {
            door.leave(this);
        }
    }

    private void fetch(@Nullable Integer limit, boolean withRooms, @Nullable JsonNode requestId)
            throws InterruptedException {
        var most = LiveSessions.checked(limit == null ? LiveSessions.USUAL : limit);
        wantsRooms = withRooms;
        wantsSessions = true; // before the list is made, so that no change is lost
        var infos = sessions.list(most, withRooms);
        var list = ServerMessage.message("sessions.updated", requestId);
        reply(list.set("sessions", LiveJson.sessions(infos)));
    }

    private void reply(String type, @Nullable JsonNode requestId, TerminalInfo terminal) {
        var message = ServerMessage.message(type, requestId);
        message.put("terminalId", terminal.terminalId());
        reply(message.set("terminal", Json.tree(terminal)));
    }

    private void reply(JsonNode message) {
        send(ServerMessage.bytes((ObjectNode) message));
    }

    /// For messages with nothing to report: only a client that numbered it waits for an answer.
    private void done(@Nullable JsonNode requestId) {
        if (requestId != null) {
            reply(ServerMessage.message("done", requestId));
        }
    }

    private static String terminal(@Nullable String id) {
        return Messages.required(id, "terminalId", "The message");
    }

    private static SessionId session(@Nullable String id) {
        return SessionId.of(Messages.required(id, "sessionId", "The message"));
    }

    private void watch(String terminalId, OptionalLong after) {
        unwatch(terminalId);
        watched.put(
                terminalId, terminals.watch(terminalId, after, event -> send(messages.of(event))));
        if (isClosed) {
            unwatch(terminalId);
        }
    }

    private void unwatch(String terminalId) {
        var stop = watched.remove(terminalId);
        if (stop != null) {
            stop.close();
        }
    }

    private void follow(SessionInfo info, long after) throws InterruptedException {
        unfollow(info.id()).awaitEnd();
        var events = sessions.follow(info.id(), after);
        var thread = Thread.ofVirtual().name("follow").unstarted(() -> passOn(events, info));
        followed.put(info.id(), new Following(Optional.of(events), Optional.of(thread)));
        thread.start();
        if (isClosed) {
            unfollow(info.id());
        }
    }

    private void passOn(EventFeed events, SessionInfo info) {
        try {
            for (var next = events.next(); next.isPresent(); next = events.next()) {
                // Only a session that is not live can be in a terminal: its native one is known.
                var terminal = terminals.showing(info);
                connection.sendInTime(ServerMessage.of(next.get(), info.provider(), terminal));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        if (events.wasTooSlow()) {
            connection.close(SocketConnection.TOO_SLOW, "Too slow; come back with after");
        }
    }

    /// A session that is followed, by a thread that passes its events on.
    private record Following(Optional<EventFeed> events, Optional<Thread> thread) {
        static final Following NOTHING = new Following(Optional.empty(), Optional.empty());

        /// Returns when the last event is on its way.
        void awaitEnd() throws InterruptedException {
            if (thread.isPresent()) {
                thread.get().join();
            }
        }
    }

    private Following unfollow(SessionId id) {
        var following = followed.remove(id);
        if (following == null) {
            return Following.NOTHING;
        }
        following.events().ifPresent(EventFeed::close);
        return following;
    }

    @Override
    public void closed() {
        isClosed = true;
        door.leave(this);
        watched.keySet().forEach(this::unwatch);
        followed.keySet().forEach(this::unfollow);
        tickets.end();
        inbox.end();
        rooms.end();
    }
}
