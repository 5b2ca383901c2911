package dev.parley.api;

import dev.parley.event.SessionKey;

import java.time.Instant;
import java.util.Objects;

/// A conversation that was brought from one CLI to another, as the ledger keeps it.
///
/// @param from where it came from; that session is as it was
/// @param to the new session
/// @param place the file or folder that was made; empty where the CLI itself took it in
/// @param draft where it was written at first
/// @param fingerprint of what was written
/// @param notes what was left out, and what a person has to know; lines
public record Move(
        String id,
        SessionKey from,
        SessionKey to,
        State state,
        String title,
        String directory,
        String place,
        String draft,
        String fingerprint,
        int turns,
        int calls,
        String notes,
        Instant createdAt,
        long ownerPid,
        long ownerStart) {
    public Move {
        // A ledger that somebody else wrote into may say nothing of what must be known.
        for (var needed :
                new Object[] {
                    id,
                    from,
                    to,
                    state,
                    title,
                    directory,
                    place,
                    draft,
                    fingerprint,
                    notes,
                    createdAt
                }) {
            Objects.requireNonNull(needed);
        }
    }

    /// How far it is.
    public enum State {
        /// The draft is written and checked.
        WRITING,
        /// The draft is right and goes into its place.
        PLACING,
        /// The CLI has it.
        DONE
    }

    public Move written(String fingerprint, int turns, int calls, String notes) {
        return new Move(
                id,
                from,
                to,
                State.PLACING,
                title,
                directory,
                place,
                draft,
                fingerprint,
                turns,
                calls,
                notes,
                createdAt,
                ownerPid,
                ownerStart);
    }

    public Move done() {
        return new Move(
                id,
                from,
                to,
                State.DONE,
                title,
                directory,
                place,
                draft,
                fingerprint,
                turns,
                calls,
                notes,
                createdAt,
                ownerPid,
                ownerStart);
    }
}
