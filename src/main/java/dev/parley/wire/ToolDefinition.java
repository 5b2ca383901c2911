package dev.parley.wire;

import com.fasterxml.jackson.annotation.JsonProperty;

import tools.jackson.databind.JsonNode;

/// A function of Parley's, as an agent is told of it.
///
/// @param name letters, digits and underscores; agents see it with a prefix of their CLI
/// @param schema the JSON Schema of its arguments, which are an object
public record ToolDefinition(String name, String description, JsonNode schema, Effect effect) {
    /// What a call does to the world. It permits nothing; some CLIs run several calls of a tool
    /// that only reads at once.
    public enum Effect {
        @JsonProperty("reads")
        READS,
        /// It adds or changes something that can be taken back.
        @JsonProperty("writes")
        WRITES,
        /// It may destroy what is there.
        @JsonProperty("destroys")
        DESTROYS
    }
}
