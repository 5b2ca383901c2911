package dev.parley.tool;

import tools.jackson.databind.JsonNode;

import java.time.Duration;

/// One call of a tool.
///
/// @param caller who calls
/// @param moment when, in the caller's session
/// @param arguments an object that fits the tool's schema
/// @param patience how long the caller can be kept waiting before its CLI gives up
/// @param client what can be asked and told meanwhile
public record ToolCall(
        ToolCaller caller,
        Moment moment,
        JsonNode arguments,
        Duration patience,
        CallingClient client) {
    /// A call by a client that can be told nothing before the answer.
    public ToolCall(ToolCaller caller, Moment moment, JsonNode arguments, Duration patience) {
        this(caller, moment, arguments, patience, CallingClient.SILENT);
    }

    /// A point in a session.
    ///
    /// @param turn the turn that runs
    /// @param sequence the number of the newest event
    public record Moment(String turn, long sequence) {}
}
