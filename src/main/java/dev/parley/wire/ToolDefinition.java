package dev.parley.wire;

import com.fasterxml.jackson.annotation.JsonProperty;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/// A function of Parley's, as an agent is told of it.
///
/// @param name letters, digits and underscores; agents see it with a prefix of their CLI
/// @param schema the JSON Schema of its arguments, which are an object
/// @param outputSchema what the structure of every answer that is no error fits, if it has one
public record ToolDefinition(
        String name,
        String description,
        JsonNode schema,
        Effect effect,
        @Nullable JsonNode outputSchema) {
    public ToolDefinition(String name, String description, JsonNode schema, Effect effect) {
        this(name, description, schema, effect, null);
    }

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
