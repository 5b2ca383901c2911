package dev.parley.session;

import dev.parley.api.SessionId;
import dev.parley.api.SessionState;
import dev.parley.base.problem.Problem;
import dev.parley.provider.LiveInvocation;
import dev.parley.session.log.Followers;
import dev.parley.session.store.Recovery;
import dev.parley.session.store.SessionRow;
import dev.parley.session.store.SessionRows;

import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Which sessions are in memory, with their followers. One that is asked for is taken from the
/// store; one that is over leaves by itself. Thread-safe.
final class OpenSessions {
    private final Sessions.Needs needs;
    private final SessionHost host;
    private final SessionOwnership claims;
    private final Map<SessionId, Session> open = new ConcurrentHashMap<>();
    private final Map<SessionId, Followers> followers = new ConcurrentHashMap<>();
    // Guarded by this.
    private boolean isRecovered;

    /// @param host tells us which session has left
    OpenSessions(Sessions.Needs needs, SessionHost host, SessionOwnership claims) {
        this.needs = needs;
        this.host = host;
        this.claims = claims;
    }

    /// What is to be done with a session.
    interface Errand<T> {
        T run(Session session) throws InterruptedException, SessionInbox.Over;
    }

    /// The same, with nothing to answer.
    interface Order {
        void run(Session session) throws InterruptedException, SessionInbox.Over;
    }

    Optional<Session> find(SessionId id) {
        return Optional.ofNullable(open.get(id));
    }

    void left(Session session) {
        open.remove(session.info().id(), session);
    }

    /// Does something with a session, which is taken from the store if it is not in memory. It may
    /// leave just when it is asked: then once more.
    <T> T on(SessionId id, Errand<T> errand) throws InterruptedException {
        while (true) {
            try {
                return errand.run(opened(id));
            } catch (SessionInbox.Over _) {
                Thread.sleep(1); // until it has left
            }
        }
    }

    void order(SessionId id, Order order) throws InterruptedException {
        on(
                id,
                session -> {
                    order.run(session);
                    return "";
                });
    }

    private Session opened(SessionId id) throws InterruptedException, SessionInbox.Over {
        recover();
        var here = open.get(id);
        if (here != null && here.info().state() != SessionState.COMPLETED) {
            return here;
        }
        var before = here == null ? null : here.updatedAt();
        SessionRow claimed = needs.database().write(store -> claims.claim(store, id));
        if (here != null) {
            if (!claimed.standing().updatedAt().equals(before)) {
                here.forgetProcess(claimed);
            }
            return here;
        }
        var profile = needs.providers().named(claimed.provider());
        var installed = needs.installations().locate(profile).profile();
        var _ = LiveInvocation.live(installed);
        long last = needs.database().read(store -> SessionRows.lastSequence(store, id));
        synchronized (this) {
            var other = open.get(id);
            if (other != null) {
                return other;
            }
            var session = new Session(host, installed, claimed, followersOf(id), last);
            open.put(id, session);
            session.begin();
            return session;
        }
    }

    Followers followersOf(SessionId id) {
        return followers.computeIfAbsent(
                id,
                _ ->
                        new Followers(
                                (after, limit) ->
                                        needs.database()
                                                .read(store ->
                                                        SessionRows.after(store, id, after, limit)),
                                () -> !open.containsKey(id)));
    }

    /// Once: what Parleys that are gone have left open.
    synchronized void recover() throws InterruptedException {
        if (!isRecovered) {
            recoverNow();
            isRecovered = true;
        }
    }

    /// Writes only when there is something to write: a full disk may be looked at.
    void recoverNow() throws InterruptedException {
        boolean isNeeded =
                needs.database()
                        .read(store ->
                                SessionRows.owned(store).stream()
                                        .anyMatch(session -> session.isAbandoned(host.owner())));
        if (!isNeeded) {
            return;
        }
        needs.database()
                .write(store -> {
                    Recovery.run(store, host.owner(), needs.clock().instant());
                    return "";
                });
    }

    /// Ends all turns.
    void close() {
        var ends = new ArrayList<Thread>();
        for (var session : open.values()) {
            ends.add(Thread.startVirtualThread(() -> shutDown(session)));
        }
        try {
            for (var end : ends) {
                end.join();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        host.pool().close();
        followers.values().forEach(Followers::shutDown);
    }

    private static void shutDown(Session session) {
        try {
            session.shutDown();
        } catch (SessionInbox.Over | Problem _) {
            // gone already
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
