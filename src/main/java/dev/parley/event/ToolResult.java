package dev.parley.event;

import dev.parley.base.json.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/// What a call came to. Some CLIs show their model only the text, some only the structure: each
/// must say everything by itself.
public record ToolResult(String text, @Nullable JsonNode structure, boolean isError) {
    public static ToolResult text(String text) {
        return new ToolResult(text, null, false);
    }

    /// A value that speaks for itself.
    public static ToolResult structure(JsonNode structure) {
        return new ToolResult(Json.pretty(structure), structure, false);
    }

    /// Something the agent can read and mend, such as an argument that does not fit.
    public static ToolResult error(String text) {
        return new ToolResult(text, null, true);
    }
}
