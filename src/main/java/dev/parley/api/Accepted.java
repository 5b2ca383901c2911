package dev.parley.api;

import org.jspecify.annotations.Nullable;

/// The answer to an action that was taken.
///
/// @param turnId the turn of a prompt; the running one where the prompt was said into that
/// @param done whether there was something to cancel or to interrupt
public record Accepted(@Nullable String turnId, @Nullable Boolean done) {
    /// There is nothing to report but that it was taken.
    public static final Accepted PLAINLY = new Accepted(null, null);

    public static Accepted as(String turnId) {
        return new Accepted(turnId, null);
    }

    public static Accepted having(boolean done) {
        return new Accepted(null, done);
    }
}
