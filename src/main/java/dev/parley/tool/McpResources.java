package dev.parley.tool;

import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Optional;

/// The resources of an MCP server. Thread-safe.
public interface McpResources {
    List<ObjectNode> list();

    List<ObjectNode> templates();

    /// The contents at an address, or nothing if there is no such resource.
    Optional<List<ObjectNode>> read(String uri, CallingClient client) throws InterruptedException;
}
