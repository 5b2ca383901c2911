package dev.parley.api;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.List;

/// What happens in a room. Only messages are kept; the rest is for those who watch.
public sealed interface RoomEvent {
    /// `message`: it is in the transcript.
    record Posted(RoomMessage message) implements RoomEvent {}

    /// `member`: what an agent does now.
    record Member(String agent, String state, @Nullable String session) implements RoomEvent {}

    /// `delta`: a piece of what an agent writes.
    record Piece(String agent, String text) implements RoomEvent {}

    /// `thinking`
    record Thought(String agent, String text) implements RoomEvent {}

    /// `tool.call`
    record ToolCalled(String agent, String callId, String name, JsonNode arguments)
            implements RoomEvent {}

    /// `tool.result`
    record ToolReturned(String agent, String callId, boolean isError) implements RoomEvent {}

    /// `room`: the room itself changed.
    record Changed(Room room) implements RoomEvent {}

    /// `findings`: those of the review, as they stand.
    record Found(List<Finding> findings) implements RoomEvent {
        public Found {
            findings = List.copyOf(findings);
        }
    }
}
