package dev.parley.door.socket;

import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.http.Gate;
import dev.parley.door.http.SocketConnection;
import dev.parley.door.http.SocketHandler;
import dev.parley.door.live.LiveAction;
import dev.parley.door.live.LiveDesk;
import dev.parley.door.live.Messages;
import dev.parley.event.SessionKey;
import dev.parley.session.log.EventStream;
import dev.parley.workspace.terminal.Terminal;
import dev.parley.workspace.terminal.Terminals;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/// One client on the WebSocket: what it says, what it watches. A message that makes no sense is
/// answered with an error; the connection goes on. Messages come one after the other.
final class SocketClient implements SocketHandler.Listener {
    static final int VERSION = 1;

    private static final Duration HELLO_WITHIN = Duration.ofSeconds(10);
    private static final int MOST_SESSIONS = 1000;
    private static final int USUAL_SESSIONS = 100;

    private final SocketConnection connection;
    private final boolean isKnown;
    private final Gate gate;
    private final LiveDesk desk;
    private final Terminals terminals;
    private final ServerMessage tell;
    private final SocketDoor door;
    private final Map<String, Runnable> watched = new ConcurrentHashMap<>();
    private final Map<SessionId, Following> followed = new ConcurrentHashMap<>();
    private volatile boolean isGreeted;
    private volatile boolean wantsSessions;
    private volatile boolean isClosed;

    SocketClient(
            SocketConnection connection,
            boolean isKnown,
            Gate gate,
            LiveDesk desk,
            Terminals terminals,
            ServerMessage tell,
            SocketDoor door) {
        this.connection = connection;
        this.isKnown = isKnown;
        this.gate = gate;
        this.desk = desk;
        this.terminals = terminals;
        this.tell = tell;
        this.door = door;
    }

    /// Who says nothing for long is not one of ours.
    void expectHello() {
        Thread.ofVirtual()
                .name("hello")
                .start(() -> {
                    try {
                        Thread.sleep(HELLO_WITHIN);
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                    if (!isGreeted && !isClosed) {
                        connection.close(SocketConnection.REFUSED, "Nobody said hello");
                    }
                });
    }

    boolean wantsSessions() {
        return wantsSessions;
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

    private void answer(ClientMessage ask, @Nullable JsonNode requestId)
            throws InterruptedException {
        if (!isGreeted && !(ask instanceof ClientMessage.Hello)) {
            throw Problem.invalid(
                    "The first message has to be a hello.",
                    "Send {\"type\":\"hello\",\"version\":1,\"token\":…}.");
        }
        switch (ask) {
            case ClientMessage.Hello(var version, var token) -> hello(version, token, requestId);
            case ClientMessage.CreateTerminal(var request) -> {
                var terminal = terminals.open(request);
                var created = ServerMessage.message("terminal.created", requestId);
                reply(created.put("terminalId", terminal.id()).set("terminal", json(terminal)));
                watch(terminal, OptionalLong.of(0));
            }
            case ClientMessage.AttachTerminal(var id, var after) -> {
                var terminal = terminal(id);
                var attached = ServerMessage.message("terminal.attached", requestId);
                reply(attached.put("terminalId", terminal.id()).set("terminal", json(terminal)));
                watch(terminal, after == null ? OptionalLong.empty() : OptionalLong.of(after));
            }
            case ClientMessage.DetachTerminal(var id) -> {
                var terminal = terminal(id);
                unwatch(terminal.id());
                terminal.awaitTold(); // no output comes after the answer
                done(requestId);
            }
            case ClientMessage.TypeInTerminal(var id, var data) -> {
                terminal(id).type(Messages.required(data, "data", "terminal.input"));
                done(requestId);
            }
            case ClientMessage.ResizeTerminal(var id, var columns, var rows) -> {
                terminal(id)
                        .resize(
                                Messages.required(columns, "columns", "terminal.resize"),
                                Messages.required(rows, "rows", "terminal.resize"));
                done(requestId);
            }
            case ClientMessage.CloseTerminal(var id) -> {
                terminals.close(terminal(id).id());
                done(requestId);
            }
            case ClientMessage.ListTerminals() -> {
                var list = ServerMessage.message("terminal.list", requestId);
                reply(list.set("terminals", Json.tree(terminals.list())));
            }
            case ClientMessage.CreateSession(var request) -> {
                var info = desk.sessions().start(request.toSession());
                var created = ServerMessage.message("session.created", requestId);
                reply(created.set("session", LiveDesk.json(info)));
                follow(info, 0);
            }
            case ClientMessage.FollowSession(var id, var after) -> {
                var info = desk.sessions().info(session(id));
                var following = ServerMessage.message("session.following", requestId);
                reply(following.set("session", LiveDesk.json(info)));
                follow(info, after == null ? 0 : after);
            }
            case ClientMessage.UnfollowSession(var id) -> {
                unfollow(session(id)).awaitEnd(); // no event comes after the answer
                done(requestId);
            }
            case ClientMessage.AskSession(var id, var action) -> {
                var wanted = Messages.required(action, "action", "session.action");
                var object = Messages.object(wanted.toString(), "\"action\"");
                var told = desk.perform(session(id), LiveAction.read(object));
                var accepted = ServerMessage.message("session.accepted", requestId);
                reply(accepted.setAll(told));
            }
            case ClientMessage.FetchSessions(var limit) -> fetch(limit, requestId);
            case ClientMessage.ListApprovals() -> {
                var list = Json.array();
                desk.sessions().approvals().pending().forEach(one -> list.add(LiveDesk.json(one)));
                reply(ServerMessage.message("approval.list", requestId).set("approvals", list));
            }
            case ClientMessage.DecideApproval(var id, var decision, var reason, var input) -> {
                desk.decide(
                        Messages.required(id, "approvalId", "approval.decide"),
                        new LiveAction.Decide(null, decision, reason, input));
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

    private void fetch(@Nullable Integer limit, @Nullable JsonNode requestId)
            throws InterruptedException {
        var most = limit == null ? USUAL_SESSIONS : limit;
        if (most < 1 || most > MOST_SESSIONS) {
            throw Problem.invalid(
                    "A list of " + most + " sessions is not possible.",
                    "Give a number between 1 and " + MOST_SESSIONS + ".");
        }
        wantsSessions = true;
        var list = Json.array();
        desk.sessions().list(most).forEach(info -> list.add(LiveDesk.json(info)));
        reply(ServerMessage.message("sessions.updated", requestId).set("sessions", list));
    }

    private void reply(JsonNode message) {
        send(ServerMessage.bytes((ObjectNode) message));
    }

    /// For messages with nothing to tell: only who numbered it waits for an answer.
    private void done(@Nullable JsonNode requestId) {
        if (requestId != null) {
            reply(ServerMessage.message("done", requestId));
        }
    }

    private Terminal terminal(@Nullable String id) {
        return terminals.named(Messages.required(id, "terminalId", "The message"));
    }

    private static SessionId session(@Nullable String id) {
        return SessionId.of(Messages.required(id, "sessionId", "The message"));
    }

    private static JsonNode json(Terminal terminal) {
        return Json.tree(terminal.info());
    }

    private void watch(Terminal terminal, OptionalLong after) {
        unwatch(terminal.id());
        watched.put(terminal.id(), terminal.watch(after, event -> send(tell.of(event))));
        if (isClosed) {
            unwatch(terminal.id());
        }
    }

    private void unwatch(String terminalId) {
        var stop = watched.remove(terminalId);
        if (stop != null) {
            stop.run();
        }
    }

    private void follow(SessionInfo info, long after) throws InterruptedException {
        unfollow(info.id()).awaitEnd();
        var stream = desk.sessions().follow(info.id(), after);
        var thread = Thread.ofVirtual().name("follow").unstarted(() -> passOn(stream, info));
        followed.put(info.id(), new Following(Optional.of(stream), Optional.of(thread)));
        thread.start();
        if (isClosed) {
            unfollow(info.id());
        }
    }

    private void passOn(EventStream stream, SessionInfo info) {
        // Only a session that is not live can be in a terminal: its native one is known.
        var shown =
                Optional.ofNullable(info.nativeId())
                        .map(nativeId -> new SessionKey(info.provider(), nativeId));
        try {
            for (var next = stream.next(); next.isPresent(); next = stream.next()) {
                var terminal = shown.flatMap(terminals::findShowing);
                connection.sendInTime(ServerMessage.of(next.get(), info.provider(), terminal));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        if (stream.ending().filter(EventStream.Ending.TOO_SLOW::equals).isPresent()) {
            connection.close(SocketConnection.TOO_SLOW, "Too slow; come back with after");
        }
    }

    /// A session that is followed, by a thread that passes its events on.
    private record Following(Optional<EventStream> stream, Optional<Thread> thread) {
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
        following.stream().ifPresent(EventStream::close);
        return following;
    }

    @Override
    public void closed() {
        isClosed = true;
        door.leave(this);
        watched.keySet().forEach(this::unwatch);
        followed.keySet().forEach(this::unfollow);
    }
}
