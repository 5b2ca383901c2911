package dev.parley.tool.server;

import dev.parley.base.json.Json;
import dev.parley.event.ToolResult;
import dev.parley.tool.Tool;
import dev.parley.tool.ToolCall;
import dev.parley.wire.ToolDefinition;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.stream.Collectors;

/// A tool of a server, offered on under the server's name and its own.
final class ServerTool implements Tool {
    private static final int LONGEST_NAME = 40;
    private static final int LONGEST_DESCRIPTION = 4000;
    private static final int LONGEST_ANSWER = 400_000;

    /// Calls its server; the connection may be another than the one that told of the tool.
    interface Caller {
        JsonNode call(String tool, JsonNode arguments, Duration most) throws InterruptedException;
    }

    private final ToolDefinition definition;
    private final String name;
    private final Caller caller;

    ServerTool(String server, JsonNode declared, Caller caller) {
        this.caller = caller;
        name = declared.path("name").asString("");
        var description = declared.path("description").asString("");
        definition =
                new ToolDefinition(
                        offered(server, name),
                        description.substring(
                                0, Math.min(description.length(), LONGEST_DESCRIPTION)),
                        declared.path("inputSchema").isObject()
                                ? declared.get("inputSchema")
                                : Json.object().put("type", "object"),
                        effect(declared.path("annotations")));
    }

    /// CLIs and models take short names of few characters only.
    private static String offered(String server, String tool) {
        var whole = (server + "_" + tool).replaceAll("[^A-Za-z0-9_-]", "_");
        return whole.substring(0, Math.min(whole.length(), LONGEST_NAME));
    }

    private static ToolDefinition.Effect effect(JsonNode hints) {
        if (hints.path("readOnlyHint").asBoolean(false)) {
            return ToolDefinition.Effect.READS;
        }
        return hints.path("destructiveHint").asBoolean(true)
                ? ToolDefinition.Effect.DESTROYS
                : ToolDefinition.Effect.WRITES;
    }

    @Override
    public ToolDefinition definition() {
        return definition;
    }

    @Override
    public ToolResult call(ToolCall call) throws InterruptedException {
        var result = caller.call(name, call.arguments(), call.patience());
        var structure = result.path("structuredContent");
        var text =
                result.path("content")
                        .valueStream()
                        .map(ServerTool::text)
                        .collect(Collectors.joining("\n"));
        var said = text.isBlank() && structure.isObject() ? Json.write(structure) : text;
        return new ToolResult(
                said.length() > LONGEST_ANSWER
                        ? said.substring(0, LONGEST_ANSWER) + "\n[… cut]"
                        : said,
                structure.isObject() && said.length() <= LONGEST_ANSWER ? structure : null,
                result.path("isError").asBoolean(false));
    }

    private static String text(JsonNode part) {
        return switch (part.path("type").asString("")) {
            case "text" -> part.path("text").asString("");
            case "resource" -> part.at("/resource/text").asString("[a resource]");
            case "resource_link" -> part.path("uri").asString("");
            default -> "[" + part.path("type").asString("something") + "]";
        };
    }
}
