package dev.parley.session;

import dev.parley.api.SessionId;
import dev.parley.api.SessionState;
import dev.parley.base.problem.Problem;
import dev.parley.base.thread.Interruptible;
import dev.parley.provider.LiveInvocation;
import dev.parley.session.log.Followers;

import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Which sessions are in memory, with their followers. One that is asked for is taken from the
/// store; one that is over leaves by itself. Thread-safe.
final class OpenSessions {
    private final SessionNeeds needs;
    private final SessionHost host;
    private final SessionOwnership ownership;
    private final Map<SessionId, Session> open = new ConcurrentHashMap<>();
    private final Map<SessionId, Followers> followers = new ConcurrentHashMap<>();
    // Guarded by this.
    private boolean isRecovered;

    /// @param host tells us which session has left
    OpenSessions(SessionNeeds needs, SessionHost host, SessionOwnership ownership) {
        this.needs = needs;
        this.host = host;
        this.ownership = ownership;
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
        var listed = ownership.claim(id);
        var claimed = listed.session();
        if (here != null) {
            if (!claimed.standing().updatedAt().equals(before)) {
                here.forgetProcess(claimed);
            }
            return here;
        }
        var profile = needs.providers().named(claimed.provider());
        var installed = needs.installations().locate(profile).profile();
        var _ = LiveInvocation.live(installed);
        synchronized (this) {
            var other = open.get(id);
            if (other != null) {
                return other;
            }
            var session =
                    new Session(host, installed, claimed, followersOf(id), listed.lastSequence());
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
                                (after, limit) -> needs.store().after(id, after, limit),
                                () -> !open.containsKey(id)));
    }

    /// Once: what Parleys that are gone have left open.
    synchronized void recover() throws InterruptedException {
        if (!isRecovered) {
            recoverNow();
            isRecovered = true;
        }
    }

    void recoverNow() throws InterruptedException {
        needs.store().recover(needs.clock().instant());
    }

    /// Ends all turns.
    void close() {
        var ends = new ArrayList<Thread>();
        for (var session : open.values()) {
            ends.add(Thread.startVirtualThread(() -> shutDown(session)));
        }
        for (var end : ends) {
            Interruptible.quietly(end::join);
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
