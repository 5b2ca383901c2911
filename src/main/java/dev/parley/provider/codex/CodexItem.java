package dev.parley.provider.codex;

import dev.parley.base.json.Json;
import dev.parley.base.json.JsonPath;
import dev.parley.event.Event;

import tools.jackson.databind.JsonNode;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// One item of a Codex turn. `codex exec` and its app server tell the same, the former
/// `with_underscores`, the latter `inCamelCase`.
record CodexItem(JsonNode json) {
    /// What a tool is called and given.
    record Tool(String name, JsonNode arguments) {}

    String id() {
        return json.path("id").asString("");
    }

    /// In camel case.
    String type() {
        return camel(json.path("type").asString(""));
    }

    Optional<Tool> tool() {
        return Optional.ofNullable(
                switch (type()) {
                    case "commandExecution" -> with("shell", "command");
                    case "fileChange" -> with("apply_patch", "changes");
                    case "mcpToolCall" ->
                            new Tool(
                                    "mcp__" + text("server") + "__" + text("tool"),
                                    json.path("arguments"));
                    case "dynamicToolCall" -> new Tool(text("tool"), json.path("arguments"));
                    case "collabAgentToolCall" -> with(text("tool"), "prompt");
                    case "todoList" -> with("update_plan", "items");
                    case "webSearch" -> with("web_search", "query");
                    case "imageView" -> with("view_image", "path");
                    default -> null;
                });
    }

    private Tool with(String name, String argument) {
        return new Tool(name, Json.object().set(argument, json.path(argument)));
    }

    Event.ToolCalled called(Tool tool) {
        return new Event.ToolCalled(id(), tool.name(), tool.arguments());
    }

    Event.ToolReturned returned(Tool tool) {
        var exitCode = either("exitCode");
        var status = text("status");
        return new Event.ToolReturned(
                id(),
                tool.name(),
                output(),
                status.equals("failed") || status.equals("declined"),
                exitCode.canConvertToInt() ? Integer.valueOf(exitCode.asInt()) : null);
    }

    private String output() {
        var aggregated = either("aggregatedOutput");
        return aggregated.isString()
                ? aggregated.asString()
                : JsonPath.text(json, "error.message").orElseGet(this::content);
    }

    private String content() {
        var items = json.path("contentItems");
        return (items.isArray() ? items : json.path("result").path("content"))
                .valueStream()
                .map(part -> part.path("text").asString(""))
                .collect(Collectors.joining("\n"));
    }

    String text(String name) {
        return json.path(name).asString("");
    }

    private JsonNode either(String camel) {
        return json.has(camel) ? json.path(camel) : json.path(snake(camel));
    }

    private static String snake(String camel) {
        return camel.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    private static String camel(String snake) {
        var words = snake.split("_", -1);
        var camel = new StringBuilder(words[0]);
        for (var at = 1; at < words.length; at++) {
            if (!words[at].isEmpty()) {
                camel.append(words[at].substring(0, 1).toUpperCase(Locale.ROOT))
                        .append(words[at].substring(1));
            }
        }
        return camel.toString();
    }
}
