package dev.parley.wire;

import dev.parley.event.Event;

import org.jspecify.annotations.Nullable;

/// What a live dialect has understood.
public sealed interface Happening {
    /// The conversation has a native session now.
    ///
    /// @param nativeId the provider's id of it; a later `Joined` of the same conversation means
    ///   that the provider moved on to another (Claude's `/clear`)
    /// @param model as the provider calls it, where it says so
    record Joined(String conversation, String nativeId, @Nullable String model)
            implements Happening {}

    /// The provider takes prompts, but names its native session only later; some never do before
    /// the first prompt.
    record Ready(String conversation) implements Happening {}

    /// The conversation could not be begun.
    record Refused(String conversation, Refusal why, String message) implements Happening {}

    record Said(String conversation, Event event) implements Happening {}

    /// A line that belongs to no conversation, or that nobody knows.
    record Unclaimed(String line, String reason) implements Happening {}

    /// Why a conversation could not be begun.
    enum Refusal {
        /// The provider does not know the native session: it can be begun anew with its history.
        UNKNOWN_SESSION,
        /// Another process writes to that native session.
        IN_USE,
        /// The provider has no key or is not logged in.
        NOT_LOGGED_IN,
        /// Anything else; the message says what.
        FAILED
    }
}
