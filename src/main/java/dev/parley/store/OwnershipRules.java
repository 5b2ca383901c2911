package dev.parley.store;

import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Who may have a session open: decisions over rows that a store has read in the same transaction
/// in which it stores what comes of them.
///
/// @param self our own process
public record OwnershipRules(OwnerProcess self) {
    /// @param sameNative the sessions with one native one, the newest first
    /// @return the one to go on with; a second writer is refused
    public Optional<SessionRow> free(List<SessionRow> sameNative) {
        sameNative.stream().filter(this::isHeld).findFirst().ifPresent(this::refuse);
        return sameNative.stream().findFirst();
    }

    /// Whether a session is ours already, so that nothing has to be claimed.
    public boolean isOpenHere(SessionRow session) {
        return self.equals(session.owner()) && session.standing().state().isOpen();
    }

    /// Refuses a session that another Parley has open, or whose native one another session has.
    public void checkFree(SessionRow session, List<SessionRow> sameNative) {
        checkNotElsewhere(session);
        sameNative.stream()
                .filter(other -> !other.id().equals(session.id()) && isHeld(other))
                .findFirst()
                .ifPresent(this::refuse);
    }

    /// Refuses what only the Parley that has it open could do.
    public void checkNotElsewhere(SessionRow session) {
        if (isHeld(session) && !self.equals(session.owner())) {
            refuse(session);
        }
    }

    /// A session as it is wanted now; the same when that is what it is. A new time tells a process
    /// that is still warm that it was started for something else.
    public SessionRow reopened(SessionRow known, SessionRow.Standing wanted) {
        var before = known.standing();
        var model = wanted.model() == null ? before.model() : wanted.model();
        if (before.permission() == wanted.permission() && Objects.equals(model, before.model())) {
            return known;
        }
        if (isHeld(known)) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    "The session %s is open, with another model or permission mode."
                            .formatted(known.id()),
                    "Switch it there, or close it first.");
        }
        return known.now(
                it -> it.with(wanted.permission()).withModel(model, null).at(wanted.updatedAt()));
    }

    /// Somebody has it open, as far as can be known.
    public boolean isHeld(SessionRow session) {
        return session.owner() != null && !session.owner().isGone(self);
    }

    private void refuse(SessionRow session) {
        var owner = session.owner();
        throw owner == null || owner.equals(self)
                ? new Problem(
                        Problem.Kind.BUSY,
                        "This conversation is open already, as session " + session.id() + ".",
                        "Use that session, or close it first.")
                : new Problem(
                        Problem.Kind.BUSY,
                        "Another Parley (%s) has this conversation open, as session %s."
                                .formatted(owner, session.id()),
                        "Use it there, or end that Parley.");
    }

    public static Problem unknown(SessionId id) {
        return Problem.notFound(
                "There is no live session " + id + ".", "The list of sessions has all of them.");
    }
}
