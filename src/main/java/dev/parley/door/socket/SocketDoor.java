package dev.parley.door.socket;

import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.base.json.Json;
import dev.parley.door.http.Gate;
import dev.parley.door.http.Routes;
import dev.parley.door.http.SocketConnection;
import dev.parley.door.http.SocketHandler;
import dev.parley.door.live.LiveDesk;
import dev.parley.session.approval.Approvals;
import dev.parley.workspace.terminal.Terminals;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/// `/ws`: terminals, live sessions and approvals, both ways. It tells all its clients what all want
/// to know; the rest is between a [SocketClient] and its client.
public final class SocketDoor implements SocketHandler {
    /// Changes of the list are told together, this often at most.
    private static final Duration LIST_EVERY = Duration.ofMillis(100);

    private final Gate gate;
    private final LiveDesk desk;
    private final Terminals terminals;
    private final ServerMessage tell = new ServerMessage();
    private final Set<SocketClient> greeted = ConcurrentHashMap.newKeySet();
    private final Map<SessionId, SessionInfo> changed = new LinkedHashMap<>(); // guarded by itself
    private final AtomicBoolean listens = new AtomicBoolean();

    public SocketDoor(Gate gate, LiveDesk desk, Terminals terminals) {
        this.gate = gate;
        this.desk = desk;
        this.terminals = terminals;
    }

    public void register(Routes routes) {
        routes.socket("/ws", this);
    }

    @Override
    public Listener open(SocketConnection connection, boolean isKnown) {
        var conversation = new SocketClient(connection, isKnown, gate, desk, terminals, tell, this);
        conversation.expectHello();
        return conversation;
    }

    /// The first client makes us listen ourselves.
    void join(SocketClient conversation) {
        greeted.add(conversation);
        if (listens.compareAndSet(false, true)) {
            var _ = desk.sessions().onChange(this::changed);
            var _ = desk.sessions().approvals().onChange(this::changed);
        }
    }

    void leave(SocketClient conversation) {
        greeted.remove(conversation);
    }

    private void changed(Approvals.Change change) {
        var message =
                ServerMessage.message(
                        change.isOpen() ? "approval.request" : "approval.resolved", null);
        message.set("approval", LiveDesk.json(change.approval()));
        var bytes = ServerMessage.bytes(message);
        greeted.forEach(conversation -> conversation.send(bytes));
    }

    private void changed(SessionInfo info) {
        synchronized (changed) {
            var isFirst = changed.isEmpty();
            changed.put(info.id(), info);
            if (isFirst) {
                Thread.ofVirtual().name("sessions").start(this::tellChanged);
            }
        }
    }

    private void tellChanged() {
        try {
            Thread.sleep(LIST_EVERY);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        List<SessionInfo> infos;
        synchronized (changed) {
            infos = List.copyOf(changed.values());
            changed.clear();
        }
        var message = ServerMessage.message("sessions.updated", null);
        var list = Json.array();
        infos.forEach(info -> list.add(LiveDesk.json(info)));
        message.set("sessions", list);
        var bytes = ServerMessage.bytes(message);
        greeted.stream()
                .filter(SocketClient::wantsSessions)
                .forEach(conversation -> conversation.send(bytes));
    }
}
