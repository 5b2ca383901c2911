package dev.parley.api;

import com.fasterxml.jackson.annotation.JsonValue;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Locale;

/// What one turn changed, or one undo.
///
/// @param number counts the turns and undos of the session from 1
/// @param turnId of the session's events; absent for an undo
/// @param undoOf the number of what was taken back, for an undo
/// @param endedAt absent while it runs, or when its end was not seen
/// @param late the checkpoint before it was made while it ran already: its first changes may be
///   missing
/// @param together other sessions that had a turn in the same files at the same time
/// @param files what changed while it ran
/// @param meanwhile what changed between the turn before and this one, by others
/// @param leftOut what is in no checkpoint
public record TurnChanges(
        SessionId session,
        int number,
        Kind kind,
        @Nullable String turnId,
        @Nullable Integer undoOf,
        Instant startedAt,
        @Nullable Instant endedAt,
        boolean late,
        List<SessionId> together,
        List<FileChange> files,
        List<FileChange> meanwhile,
        List<LeftOutFile> leftOut) {
    /// What made the changes.
    public enum Kind {
        TURN,
        UNDO;

        @JsonValue
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public TurnChanges {
        together = together == null ? List.of() : List.copyOf(together);
        files = files == null ? List.of() : List.copyOf(files);
        meanwhile = meanwhile == null ? List.of() : List.copyOf(meanwhile);
        leftOut = leftOut == null ? List.of() : List.copyOf(leftOut);
    }
}
