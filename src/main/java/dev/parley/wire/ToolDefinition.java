package dev.parley.wire;

import tools.jackson.databind.JsonNode;

import java.util.Set;

/// A tool that Parley offers to an agent.
///
/// @param schema a JSON Schema of its arguments, which are an object
public record ToolDefinition(String name, String description, JsonNode schema, Set<Hint> hints) {
    public ToolDefinition {
        hints = Set.copyOf(hints);
    }

    /// What an agent may know about a tool before it calls it. A hint permits nothing.
    public enum Hint {
        /// It changes nothing. Some CLIs run several calls of such a tool at once.
        READ_ONLY
    }
}
