package dev.parley.work.past;

import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.SessionSummary;
import dev.parley.base.problem.Problem;
import dev.parley.event.Secrets;
import dev.parley.event.SessionKey;
import dev.parley.history.HistorySnapshot;
import dev.parley.provider.SessionWriters;
import dev.parley.session.Sessions;
import dev.parley.store.RoomSessions;
import dev.parley.store.TicketStore.SessionLink;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// The sessions that are live in any Parley with the same data directory, beside the history of the
/// CLIs: a session is in a list once, and marked while it is live. Who writes to a session is known
/// from a file, so that a list need not open the store.
public final class LiveNow {
    private static final int PAGE = 1000;

    private final SessionWriters writers;
    private final Sessions sessions;
    private final RoomSessions rooms;
    private final Supplier<Map<SessionKey, SessionKey>> origins;

    /// @param origins the sessions that were brought from another CLI, and from where; the newest
    ///   first
    public LiveNow(
            SessionWriters writers,
            Sessions sessions,
            RoomSessions rooms,
            Supplier<Map<SessionKey, SessionKey>> origins) {
        this.writers = writers;
        this.sessions = sessions;
        this.rooms = rooms;
        this.origins = origins;
    }

    Map<SessionKey, SessionId> ids() {
        return writers.live();
    }

    /// Marks sessions as live, and as brought from and to elsewhere, by what is known now.
    UnaryOperator<SessionSummary> marks(Map<SessionKey, SessionId> live) {
        var from = origins.get();
        var to = new HashMap<SessionKey, SessionKey>();
        from.forEach((made, origin) -> {
            // A fork is another thread.
            if (!made.provider().equals(origin.provider())) {
                to.putIfAbsent(origin, made);
            }
        });
        return session -> {
            var id = live.get(session.key());
            var key = session.key();
            var marked =
                    (id == null ? session : session.live(id)).in(rooms.roomOf(key).orElse(null));
            return from.containsKey(key) || to.containsKey(key)
                    ? marked.moved(from.get(key), to.get(key))
                    : marked;
        };
    }

    /// Whether agents in rooms have any sessions at all.
    boolean hasRooms() {
        return !rooms.isEmpty();
    }

    boolean isInRoom(SessionKey session) {
        return rooms.roomOf(session).isPresent();
    }

    /// Live sessions of which the history has no file, or none yet.
    List<SessionSummary> withoutFile(Map<SessionKey, SessionId> live, HistorySnapshot view)
            throws InterruptedException {
        var found = new ArrayList<SessionSummary>();
        for (var one : live.entrySet()) {
            if (view.find(one.getKey()).isEmpty()) {
                summary(one.getKey(), one.getValue()).ifPresent(found::add);
            }
        }
        return found;
    }

    /// What the provider calls a session that is or was live, as soon as that is known.
    Optional<SessionKey> keyOf(SessionId id) throws InterruptedException {
        try {
            var info = sessions.info(id);
            return Optional.ofNullable(info.nativeId())
                    .map(nativeId -> new SessionKey(info.provider(), nativeId));
        } catch (Problem problem) {
            if (problem.kind() == Problem.Kind.NOT_FOUND) {
                return Optional.empty();
            }
            throw problem;
        }
    }

    /// Which ticket each session worked on, the newest one where there were several.
    ///
    /// @param links the oldest first
    public Map<SessionKey, String> tickets(List<SessionLink> links) throws InterruptedException {
        var names = new HashMap<SessionKey, String>();
        for (var link : links) {
            keyOf(link.session()).ifPresent(key -> names.put(key, "T" + link.ticket()));
        }
        return names;
    }

    /// A live session of which the history has no file, told by our own store.
    Optional<ShownSession> find(SessionKey key) throws InterruptedException {
        var id = ids().get(key);
        return id == null
                ? Optional.empty()
                : summary(key, id).map(summary -> new ShownSession(summary, events(id)));
    }

    /// A session of ours. Until its provider has named it, its name is ours.
    ShownSession shown(SessionInfo info) {
        var name = info.nativeId() == null ? info.id().value() : info.nativeId();
        return new ShownSession(
                summary(new SessionKey(info.provider(), name), info), events(info.id()));
    }

    private Optional<SessionSummary> summary(SessionKey key, SessionId id)
            throws InterruptedException {
        try {
            return Optional.of(summary(key, sessions.info(id)));
        } catch (Problem problem) {
            if (problem.kind() == Problem.Kind.NOT_FOUND) {
                return Optional.empty(); // closed and removed in the meantime
            }
            throw problem;
        }
    }

    private static SessionSummary summary(SessionKey key, SessionInfo info) {
        var cwd = info.cwd().toString();
        return new SessionSummary(
                        key,
                        info.title() == null ? null : Secrets.mask(info.title()),
                        cwd,
                        cwd,
                        null,
                        null,
                        Optional.ofNullable(info.model()).stream().toList(),
                        info.createdAt(),
                        info.updatedAt(),
                        null,
                        null,
                        false,
                        0,
                        0,
                        0,
                        info.id())
                .in(info.room());
    }

    private ShownSession.Events events(SessionId id) {
        return each -> {
            var after = 0L;
            for (var page = sessions.events(id, after, PAGE);
                    !page.isEmpty();
                    page = sessions.events(id, after, PAGE)) {
                page.forEach(event -> each.accept(Secrets.mask(event.envelope())));
                after = page.getLast().sequence();
            }
        };
    }
}
