package dev.parley.api;

import com.fasterxml.jackson.annotation.JsonValue;

import org.jspecify.annotations.Nullable;

import java.util.Locale;

/// What became of one file between two checkpoints.
///
/// @param path from the root of the repository; a name that is no UTF-8 is in quotes, as git has it
/// @param oldPath its name before, if it has another one now
/// @param added lines; absent where there are none to count
/// @param removed lines; absent where there are none to count
/// @param oldMode as git counts them: 100644, 100755 (executable), 120000 (link), 160000
///   (submodule); absent if it was not there
/// @param newMode absent if it is gone
/// @param by who did it, as far as it is known
public record FileChange(
        String path,
        @Nullable String oldPath,
        Kind kind,
        @Nullable Integer added,
        @Nullable Integer removed,
        @Nullable String oldMode,
        @Nullable String newMode,
        By by) {
    /// What happened.
    public enum Kind {
        ADDED,
        CHANGED,
        DELETED,
        RENAMED,
        /// Only its mode changed, such as becoming executable.
        MODE;

        @JsonValue
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// Who did it.
    public enum By {
        /// A tool call of the agent named the file.
        AGENT,
        /// While the turn ran, but no tool call named it: a command of the agent, or somebody else.
        UNKNOWN,
        /// Between two turns: a person, or another program.
        OTHERS,
        /// Parley, when changes were taken back.
        PARLEY;

        @JsonValue
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public FileChange by(By who) {
        return new FileChange(path, oldPath, kind, added, removed, oldMode, newMode, who);
    }
}
