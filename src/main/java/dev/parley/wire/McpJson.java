package dev.parley.wire;

import dev.parley.base.json.Json;
import dev.parley.event.ToolResult;

import tools.jackson.databind.node.ObjectNode;

/// Tools and what they answer, as MCP writes them.
public final class McpJson {
    private McpJson() {}

    public static ObjectNode of(ToolDefinition tool) {
        var json = Json.object().put("name", tool.name()).put("description", tool.description());
        json.set("inputSchema", tool.schema());
        if (tool.outputSchema() != null) {
            json.set("outputSchema", tool.outputSchema());
        }
        switch (tool.effect()) {
            case READS -> json.putObject("annotations").put("readOnlyHint", true);
            case WRITES -> json.putObject("annotations").put("destructiveHint", false);
            case DESTROYS -> {} // what MCP expects of a tool that says nothing
        }
        // Otherwise the model of Claude Code knows no more than its name until it searches for it.
        json.putObject("_meta").put("anthropic/alwaysLoad", true);
        return json;
    }

    public static ObjectNode of(ToolResult result) {
        var json = Json.object();
        json.putArray("content").addObject().put("type", "text").put("text", result.text());
        if (result.structure() != null) {
            json.set("structuredContent", result.structure());
        }
        if (result.isError()) {
            json.put("isError", true);
        }
        return json;
    }
}
