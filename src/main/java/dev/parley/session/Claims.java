package dev.parley.session;

import dev.parley.problem.Problem;
import dev.parley.store.Statements;

import java.sql.SQLException;
import java.util.Optional;

/// Who may have a session open. Runs in a transaction of the store, so that of two Parley processes
/// that want the same, one gets it.
final class Claims {
    private Claims() {}

    /// A session with this native one, if it is free; a second writer on it is refused.
    static Optional<StoredSession> free(
            Statements store, Owner self, String provider, String nativeId) throws SQLException {
        var known = SessionRows.withNative(store, provider, nativeId);
        for (var session : known) {
            if (session.owner() != null && session.owner().isAlive()) {
                throw inUse(session, self);
            }
        }
        return known.stream().findFirst();
    }

    /// Takes a session that is not open anywhere else.
    static StoredSession claim(Statements store, Owner self, SessionId id) throws SQLException {
        var session = SessionRows.find(store, id).orElseThrow(() -> unknown(id));
        if (session.owner() != null && !session.owner().equals(self) && session.owner().isAlive()) {
            throw inUse(session, self);
        }
        if (session.nativeId() != null) {
            for (var other :
                    SessionRows.withNative(store, session.provider(), session.nativeId())) {
                if (!other.id().equals(id) && other.owner() != null && other.owner().isAlive()) {
                    throw inUse(other, self);
                }
            }
        }
        var claimed = session.ownedBy(self);
        SessionRows.update(store, claimed);
        return claimed;
    }

    static Problem unknown(SessionId id) {
        return Problem.notFound(
                "There is no live session " + id + ".", "The list of sessions has all of them.");
    }

    private static Problem inUse(StoredSession session, Owner self) {
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
