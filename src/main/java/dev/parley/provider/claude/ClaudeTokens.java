package dev.parley.provider.claude;

import dev.parley.event.Usage;
import dev.parley.sessionfile.SessionBuilder;

import org.jspecify.annotations.Nullable;

/// The tokens of a request, as Claude Code stores them with every block of its answer.
///
/// @param message the id of the answer; with `request`, the same in every file it was copied to
record ClaudeTokens(
        String message,
        String request,
        long input,
        long cacheWritten,
        long cacheRead,
        long output,
        @Nullable Long thinking) {
    /// Cached tokens are counted beside the input here, not within it.
    void count(SessionBuilder builder, String model) {
        builder.count(
                message + ":" + request,
                model,
                new Usage(input + cacheWritten + cacheRead, output, cacheRead, thinking, null),
                cacheWritten);
    }
}
