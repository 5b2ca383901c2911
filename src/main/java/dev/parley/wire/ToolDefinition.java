package dev.parley.wire;

import tools.jackson.databind.JsonNode;

/// A function of Parley's, as an agent is told of it.
///
/// @param name letters, digits and underscores; agents see it with a prefix of their CLI
/// @param schema the JSON Schema of its arguments, an object
public record ToolDefinition(String name, String description, JsonNode schema, Hints hints) {
    /// What a call does to the world. A hint is a promise to the person who permits the call.
    public enum Hints {
        /// It only looks.
        READS,
        /// It adds or changes something that can be taken back.
        WRITES,
        /// It may destroy what is there.
        DESTROYS
    }
}
