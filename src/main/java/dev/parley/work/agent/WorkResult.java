package dev.parley.work.agent;

import dev.parley.event.Usage;
import dev.parley.work.advice.Cost;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What became of a piece of work.
///
/// @param summary what to read first; of work that failed, why
/// @param text what the agent said at the end, or until it was ended
/// @param truncated whether the text is not all of it
/// @param fullPath the file that has all of it
/// @param filesChanged relative to where the repository begins; absent where nobody can tell
/// @param patch what was changed in a worktree
/// @param patchPath the file that has the whole patch
/// @param keptWorktree where a worktree is whose changes nobody has seen yet
/// @param checks what the project's checks said, if it has any and they were run
/// @param notes what could not be done as asked
public record WorkResult(
        Status status,
        String model,
        String provider,
        String summary,
        Optional<String> text,
        boolean truncated,
        Optional<Path> fullPath,
        Optional<List<String>> filesChanged,
        Optional<String> patch,
        Optional<Path> patchPath,
        Optional<Path> keptWorktree,
        Optional<Checks.Result> checks,
        Optional<Usage> usage,
        Cost cost,
        String sessionId,
        Optional<String> nativeSessionId,
        Duration duration,
        Optional<String> error,
        List<String> notes) {
    public enum Status {
        COMPLETED,
        /// The agent failed, or said nothing.
        FAILED,
        /// It took longer than allowed and was ended.
        TIMEOUT,
        /// It cost more than allowed and was ended.
        OVER_BUDGET;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public boolean isError() {
        return status != Status.COMPLETED;
    }
}
