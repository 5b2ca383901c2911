package dev.parley.session;

import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;
import dev.parley.provider.SessionWriters;
import dev.parley.session.store.OwnerProcess;
import dev.parley.session.store.SessionRow;
import dev.parley.session.store.SessionRows;
import dev.parley.store.sqlite.Statements;

import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Predicate;

/// Who may have a session open. Runs in a transaction of the store, so that of two Parley processes
/// that want the same, one gets it.
///
/// @param isInTerminal whether a terminal of ours shows a native session: it writes to it as well
/// @param writers everybody who writes to a native session; a live one is among them while it is
///   open
record SessionOwnership(
        OwnerProcess self, Predicate<SessionKey> isInTerminal, SessionWriters writers) {
    /// A session with this native one, if it is free; a second writer on it is refused.
    Optional<SessionRow> free(Statements store, SessionKey key) throws SQLException {
        checkTerminals(key);
        var known = SessionRows.withNative(store, key);
        for (var session : known) {
            if (session.owner() != null && session.owner().isAlive()) {
                throw inUse(session);
            }
        }
        return known.stream().findFirst();
    }

    /// Takes a session that is not open anywhere else.
    SessionRow claim(Statements store, SessionId id) throws SQLException {
        var session = SessionRows.find(store, id).orElseThrow(() -> unknown(id));
        var owner = session.owner();
        if (self.equals(owner) && session.standing().state().isOpen()) {
            return session;
        }
        if (owner != null && !owner.equals(self) && owner.isAlive()) {
            throw inUse(session);
        }
        var key = session.key();
        if (key.isPresent()) {
            checkTerminals(key.get());
            for (var other : SessionRows.withNative(store, key.get())) {
                if (!other.id().equals(id) && other.owner() != null && other.owner().isAlive()) {
                    throw inUse(other);
                }
            }
        }
        key.ifPresent(it -> write(it, id));
        var claimed = session.now(it -> it.ownedBy(self));
        SessionRows.update(store, claimed);
        return claimed;
    }

    /// From now on the session writes to this native one, and nobody else does.
    void write(SessionKey key, SessionId id) {
        var _ = writers.claim(key, SessionWriters.Kind.LIVE, id.value());
    }

    /// Refuses what only the Parley that has it open could do.
    void checkNotElsewhere(Statements store, SessionId id) throws SQLException {
        var session = SessionRows.find(store, id).orElseThrow(() -> unknown(id));
        var owner = session.owner();
        if (owner != null && !owner.equals(self) && owner.isAlive()) {
            throw inUse(session);
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

    static Problem unknown(SessionId id) {
        return Problem.notFound(
                "There is no live session " + id + ".", "The list of sessions has all of them.");
    }

    private Problem inUse(SessionRow session) {
        var owner = session.owner();
        return owner == null || owner.equals(self)
                ? new Problem(
                        Problem.Kind.BUSY,
                        "This conversation is open already, as session " + session.id() + ".",
                        "Use that session, or close it first.")
                : new Problem(
                        Problem.Kind.BUSY,
                        "Another Parley (process %d) has this conversation open, as session %s."
                                .formatted(owner.pid(), session.id()),
                        "Use it there, or end that Parley.");
    }
}
