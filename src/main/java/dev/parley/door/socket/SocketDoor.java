package dev.parley.door.socket;

import dev.parley.api.Mark;
import dev.parley.api.PendingApproval;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.TurnChanges;
import dev.parley.base.thread.Interruptible;
import dev.parley.door.http.Gate;
import dev.parley.door.http.Routes;
import dev.parley.door.http.SocketConnection;
import dev.parley.door.http.SocketHandler;
import dev.parley.door.json.ChangeJson;
import dev.parley.door.json.LiveJson;
import dev.parley.door.json.MarkJson;
import dev.parley.work.LiveSessions;
import dev.parley.work.OpenTerminals;
import dev.parley.work.change.Changes;
import dev.parley.work.page.PageVerbs;
import dev.parley.work.room.Rooms;
import dev.parley.work.ticket.Tickets;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/// `/ws`: terminals, live sessions and approvals, both ways. It sends to all clients what concerns
/// all; each [SocketClient] does the rest.
public final class SocketDoor implements SocketHandler {
    /// Changes of the list are sent together, this often at most.
    private static final Duration LIST_EVERY = Duration.ofMillis(100);

    private final Gate gate;
    private final LiveSessions sessions;
    private final OpenTerminals terminals;
    private final Tickets tickets;
    private final PageVerbs page;
    private final Changes changes;
    private final Rooms rooms;
    private final ServerMessage messages = new ServerMessage();
    private final Set<SocketClient> greeted = ConcurrentHashMap.newKeySet();
    private final Map<SessionId, SessionInfo> changed = new LinkedHashMap<>(); // guarded by itself
    private final AtomicBoolean listens = new AtomicBoolean();

    public SocketDoor(
            Gate gate,
            LiveSessions sessions,
            OpenTerminals terminals,
            Tickets tickets,
            PageVerbs page,
            Changes changes,
            Rooms rooms) {
        this.gate = gate;
        this.sessions = sessions;
        this.terminals = terminals;
        this.tickets = tickets;
        this.page = page;
        this.changes = changes;
        this.rooms = rooms;
    }

    public void register(Routes routes) {
        routes.socket("/ws", this);
    }

    @Override
    public Listener open(SocketConnection connection, boolean isKnown) {
        var client =
                new SocketClient(
                        connection,
                        isKnown,
                        gate,
                        sessions,
                        terminals,
                        new TicketFollower(connection, tickets),
                        new InboxFollower(connection, page.inboxWatch()),
                        new RoomFollower(connection, rooms),
                        messages,
                        this);
        client.expectHello();
        return client;
    }

    /// The first client makes us listen ourselves.
    void join(SocketClient client) {
        greeted.add(client);
        if (listens.compareAndSet(false, true)) {
            var _ = sessions.onChange(this::changed);
            var _ = sessions.onApproval(this::changed);
            var _ = page.marks().onChange(this::changed);
            var _ = changes.onChange(this::changed);
        }
    }

    void leave(SocketClient client) {
        greeted.remove(client);
    }

    private void changed(PendingApproval.Change change) {
        var message =
                ServerMessage.message(
                        change.isOpen() ? "approval.request" : "approval.resolved", null);
        message.set("approval", LiveJson.of(change.approval()));
        var bytes = ServerMessage.bytes(message);
        greeted.forEach(client -> client.send(bytes));
    }

    private void changed(Mark mark) {
        var message = ServerMessage.message("marks.changed", null);
        message.set("marks", MarkJson.list(List.of(mark)));
        var bytes = ServerMessage.bytes(message);
        greeted.forEach(client -> client.send(bytes));
    }

    /// To those who follow the session.
    private void changed(TurnChanges turn) {
        var message = ServerMessage.message("changes.updated", null);
        message.put("sessionId", turn.session().value());
        message.set("turn", ChangeJson.of(turn));
        var bytes = ServerMessage.bytes(message);
        greeted.stream()
                .filter(client -> client.follows(turn.session()))
                .forEach(client -> client.send(bytes));
    }

    private void changed(SessionInfo info) {
        synchronized (changed) {
            var isFirst = changed.isEmpty();
            changed.put(info.id(), info);
            if (isFirst) {
                Thread.ofVirtual().name("sessions").start(this::sendChanged);
            }
        }
    }

    private void sendChanged() {
        Interruptible.quietly(() -> Thread.sleep(LIST_EVERY));
        List<SessionInfo> infos;
        synchronized (changed) {
            infos = List.copyOf(changed.values());
            changed.clear();
        }
        send(infos, true);
        send(infos.stream().filter(one -> one.room() == null).toList(), false);
    }

    /// @param withRooms whether it is for those who want the sessions of agents in rooms, too
    private void send(List<SessionInfo> infos, boolean withRooms) {
        if (infos.isEmpty()) {
            return;
        }
        var message = ServerMessage.message("sessions.updated", null);
        message.set("sessions", LiveJson.sessions(infos));
        var bytes = ServerMessage.bytes(message);
        greeted.stream()
                .filter(client -> client.wantsSessions() && client.wantsRooms() == withRooms)
                .forEach(client -> client.send(bytes));
    }
}
