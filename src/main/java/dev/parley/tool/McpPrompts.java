package dev.parley.tool;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/// The prompts of an MCP server. Thread-safe.
public interface McpPrompts {
    List<ObjectNode> list();

    /// @throws McpError when there is none of this name
    ObjectNode get(String name, JsonNode arguments, CallingClient client)
            throws InterruptedException;

    /// What an argument may be completed to.
    ///
    /// @param reference whose argument it is: a prompt, or the template of a resource
    default List<String> complete(JsonNode reference, String argument, String begun) {
        return List.of();
    }
}
