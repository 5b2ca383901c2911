package dev.parley.tool;

import java.util.Optional;

/// What an MCP server offers to a client.
///
/// @param instructions what a model is told about the server as a whole; may be empty
/// @param tasks where long calls go on by themselves
/// @param changes present where lists can change while a client looks
public record McpFeatures(
        String instructions,
        McpTools tools,
        Optional<McpPrompts> prompts,
        Optional<McpResources> resources,
        Optional<McpTasks> tasks,
        Optional<McpChanges> changes) {
    /// Tools that do not change, and nothing else.
    public static McpFeatures of(McpTools tools) {
        return new McpFeatures(
                "", tools, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }
}
