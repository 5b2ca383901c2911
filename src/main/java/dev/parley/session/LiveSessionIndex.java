package dev.parley.session;

import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.base.thread.Interruptible;
import dev.parley.event.SessionKey;
import dev.parley.provider.SessionWriters;
import dev.parley.store.RoomSessions;
import dev.parley.store.SessionRow;
import dev.parley.store.SessionStore;

import org.slf4j.LoggerFactory;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// Which native sessions are live, in this Parley or in another one with the same store: those that
/// are open, or ended less than two seconds ago. It knows its own sessions, and looks those of
/// others up in the store, at most once a second. Thread-safe; asking is cheap.
final class LiveSessionIndex {
    /// How long the end of a session may take to reach its file.
    static final Duration SETTLES = Duration.ofSeconds(2);

    private static final long LOOK_EVERY_NANOS = 1_000_000_000;

    /// The sessions of others, as they were when we last looked.
    private record Others(Set<SessionKey> keys, long at) {}

    private final SessionStore store;
    private final SessionWriters writers;
    private final RoomSessions rooms;
    private final Clock clock;
    private final Map<SessionId, SessionKey> own = new ConcurrentHashMap<>();
    private final Set<SessionKey> settling = ConcurrentHashMap.newKeySet();
    private volatile Others others = new Others(Set.of(), System.nanoTime() - LOOK_EVERY_NANOS);

    LiveSessionIndex(SessionStore store, SessionWriters writers, RoomSessions rooms, Clock clock) {
        this.store = store;
        this.writers = writers;
        this.rooms = rooms;
        this.clock = clock;
    }

    boolean isLive(SessionKey session) {
        return own.containsValue(session)
                || settling.contains(session)
                || others().contains(session);
    }

    /// A session of ours is stored like this from now on.
    void changed(SessionRow session) {
        var isOpen = session.standing().state().isOpen() && session.owner() != null;
        var now = session.key().filter(_ -> isOpen).orElse(null);
        var before = now == null ? own.remove(session.id()) : own.put(session.id(), now);
        if (before != null && !before.equals(now)) {
            writers.release(before, SessionWriters.Kind.LIVE, session.id().value());
            settle(before);
        }
        if (now != null && !now.equals(before)) {
            rooms.named(session.id(), now);
            claim(now, session.id());
        }
    }

    /// What it resumes was claimed before; here it is a session that the CLI has just begun.
    private void claim(SessionKey key, SessionId id) {
        try {
            var _ = writers.claim(key, SessionWriters.Kind.LIVE, id.value());
        } catch (Problem problem) {
            LoggerFactory.getLogger(LiveSessionIndex.class).warn(problem.message());
        }
    }

    private void settle(SessionKey ended) {
        settling.add(ended);
        Interruptible.start(
                "settle-" + ended,
                () -> {
                    Thread.sleep(SETTLES);
                    settling.remove(ended);
                });
    }

    private Set<SessionKey> others() {
        var known = others;
        if (System.nanoTime() - known.at() < LOOK_EVERY_NANOS || !store.exists()) {
            return known.keys();
        }
        try {
            var self = store.owner();
            var keys =
                    store.openOrChanged(clock.instant(), SETTLES).stream()
                            .filter(row -> !self.equals(row.owner()) && !row.isAbandoned(self))
                            .flatMap(row -> row.key().stream())
                            .collect(Collectors.toUnmodifiableSet());
            others = new Others(keys, System.nanoTime());
            return keys;
        } catch (Problem problem) {
            LoggerFactory.getLogger(LiveSessionIndex.class)
                    .warn("The sessions of other Parleys are not known", problem);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return known.keys();
    }
}
