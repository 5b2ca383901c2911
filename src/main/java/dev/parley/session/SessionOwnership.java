package dev.parley.session;

import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;
import dev.parley.provider.SessionWriters;
import dev.parley.store.SessionRow;
import dev.parley.store.SessionStore;
import dev.parley.store.Turn;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Predicate;

/// Takes sessions for this Parley. The store sees to it that no other Parley has them open, this
/// class that no terminal and no single turn writes to the same native session.
///
/// @param isInTerminal whether a terminal of ours shows a native session: it writes to it as well
/// @param writers all that write to a native session; a live one is among them while it is open
record SessionOwnership(
        SessionStore store, Predicate<SessionKey> isInTerminal, SessionWriters writers) {
    /// A change that needs a native session.
    private interface Change<T> {
        T make(SessionStore.Guard guard) throws InterruptedException;
    }

    /// A session with this native one, if it is free; a second writer on it is refused.
    Optional<SessionRow> free(SessionKey key) throws InterruptedException {
        checkTerminals(key);
        return store.free(key);
    }

    SessionId enter(SessionRow wanted, @Nullable Turn first) throws InterruptedException {
        return guarded(guard -> store.enter(wanted, first, guard));
    }

    SessionStore.Listed claim(SessionId id) throws InterruptedException {
        return guarded(guard -> store.claim(id, guard));
    }

    void accept(SessionId id, Turn turn, Instant now) throws InterruptedException {
        var _ =
                guarded(guard -> {
                    store.accept(id, turn, now, guard);
                    return id;
                });
    }

    /// What could not be stored did not happen, so the native session is not taken for it.
    private <T> T guarded(Change<T> change) throws InterruptedException {
        var releases = new ArrayList<Runnable>();
        try {
            return change.make((key, id) -> {
                checkTerminals(key);
                var claim = writers.claim(key, SessionWriters.Kind.LIVE, id.value());
                releases.add(claim::close);
            });
        } catch (RuntimeException e) {
            releases.forEach(Runnable::run);
            throw e;
        }
    }

    private void checkTerminals(SessionKey key) {
        if (isInTerminal.test(key)) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    "The session " + key + " is open in a terminal.",
                    "Go on with it there, or end it there first.");
        }
    }
}
