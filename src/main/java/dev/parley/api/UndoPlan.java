package dev.parley.api;

import com.fasterxml.jackson.annotation.JsonValue;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Locale;

/// What an undo would do, or did.
///
/// @param number the undo, as one more entry of the session's changes; absent when nothing was
///   written
/// @param files what is written
/// @param conflicts what cannot be taken back, because it was changed again afterwards
/// @param leftOut what Parley has no copy of, so it stays where it is
public record UndoPlan(
        @Nullable Integer number,
        List<File> files,
        List<Conflict> conflicts,
        List<LeftOutFile> leftOut) {
    public UndoPlan {
        files = files == null ? List.of() : List.copyOf(files);
        conflicts = conflicts == null ? List.of() : List.copyOf(conflicts);
        leftOut = leftOut == null ? List.of() : List.copyOf(leftOut);
    }

    public UndoPlan(List<File> files, List<Conflict> conflicts) {
        this(null, files, conflicts, List.of());
    }

    /// One file.
    public record File(String path, Action action) {}

    /// What becomes of it.
    public enum Action {
        /// It becomes what it was.
        RESTORED,
        /// It was not there before, and goes.
        DELETED,
        /// What was changed later stays in it.
        MERGED;

        @JsonValue
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// @param reason in git's words
    public record Conflict(String path, String reason) {}

    public UndoPlan doneAs(int entry) {
        return new UndoPlan(entry, files, conflicts, leftOut);
    }

    public UndoPlan without(List<LeftOutFile> others) {
        return new UndoPlan(number, files, conflicts, others);
    }
}
