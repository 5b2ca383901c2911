package dev.parley.wire;

import dev.parley.event.Event;
import dev.parley.event.Offer;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

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

    /// The agent calls a tool that Parley offered. [dev.parley.event.Action.AnswerTool] answers it.
    ///
    /// @param callId that of the event `tool.call`, where the provider has one id for both
    record ToolAsked(String conversation, String callId, String tool, JsonNode arguments)
            implements Happening {}

    /// The agent does not wait for the answer to a call any more.
    record ToolDropped(String conversation, String callId) implements Happening {}

    /// The provider told something about itself: its commands, models, how full its memory is.
    record Offered(String conversation, Offer offer) implements Happening {}

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
