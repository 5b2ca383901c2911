package dev.parley.provider.codex;

import dev.parley.base.json.Json;
import dev.parley.base.json.JsonPath;
import dev.parley.event.Event;
import dev.parley.sessionfile.SessionBuilder;
import dev.parley.sessionfile.scan.Line;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.stream.Collectors;

/// The finished items of a paginated rollout, under the names [CodexOneShot] gives them live.
final class CodexStoredItems {
    /// The name of the tool that runs commands.
    static final String SHELL = "shell";

    /// The name of the tool that changes files.
    static final String PATCH = "apply_patch";

    private final SessionBuilder builder;

    CodexStoredItems(SessionBuilder builder) {
        this.builder = builder;
    }

    void onItem(JsonNode item, Line raw) {
        var id = item.path("id").asString("");
        var type = item.path("type").asString("");
        switch (type) {
            case "UserMessage" -> onPrompt(item, id);
            case "AgentMessage" -> builder.add(new Event.AssistantSaid(said(item), id));
            case "Reasoning" -> onReasoning(item, id);
            case "CommandExecution" -> onTool(item, SHELL, command(commandWords(item)));
            case "FileChange" ->
                    onTool(item, PATCH, Json.object().set("changes", item.path("changes")));
            case "McpToolCall" ->
                    onTool(
                            item,
                            "mcp__"
                                    + item.path("server").asString("")
                                    + "__"
                                    + item.path("tool").asString(""),
                            item.path("arguments"));
            case "DynamicToolCall" ->
                    onTool(item, item.path("tool").asString(""), item.path("arguments"));
            case "WebSearch" ->
                    onTool(
                            item,
                            "web_search",
                            Json.object().put("query", item.path("query").asString("")));
            case "Plan" -> builder.add(new Event.AssistantSaid(said(item), id));
            // Told by the line `compacted`.
            case "ContextCompaction" -> {}
            default -> builder.unknown(raw, "item type " + type);
        }
    }

    private void onPrompt(JsonNode item, String id) {
        item.path("content").forEach(part -> builder.image(part.path("image_url").asString("")));
        builder.add(new Event.UserSaid(builder.hasImages() ? words(item) : said(item), id));
    }

    private static String words(JsonNode item) {
        return item.path("content")
                .valueStream()
                .filter(part -> part.has("text"))
                .map(part -> part.path("text").asString(""))
                .collect(Collectors.joining("\n"));
    }

    private static String said(JsonNode item) {
        return JsonPath.text(item, "text")
                .orElseGet(() ->
                        item.path("content")
                                .valueStream()
                                .map(part ->
                                        part.path("text")
                                                .asString(
                                                        "[" + part.path("type").asString("") + "]"))
                                .collect(Collectors.joining("\n")));
    }

    private void onReasoning(JsonNode item, String id) {
        var text =
                item.path("summary_text")
                        .valueStream()
                        .map(part -> part.asString(""))
                        .collect(Collectors.joining("\n"));
        // Most reasoning is encrypted, and has no summary either.
        if (!text.isBlank()) {
            builder.add(new Event.Thought(text, null, id));
        }
    }

    private static List<String> commandWords(JsonNode item) {
        var words = item.path("command");
        return words.isArray()
                ? words.valueStream().map(word -> word.asString("")).toList()
                : List.of(words.asString(""));
    }

    /// What was typed into the shell, without the shell.
    static JsonNode command(List<String> words) {
        var isShell = words.size() == 3 && words.get(1).startsWith("-");
        return Json.object().put("command", isShell ? words.get(2) : String.join(" ", words));
    }

    /// In a reading of everything they are told as the model saw them.
    private void onTool(JsonNode item, String name, JsonNode arguments) {
        if (builder.isWhole()) {
            return;
        }
        var id = item.path("id").asString("");
        builder.add(new Event.ToolCalled(id, name, arguments));
        var status = item.path("status").asString("");
        builder.add(
                new Event.ToolReturned(
                        id,
                        name,
                        output(item),
                        status.equals("failed") || status.equals("declined"),
                        builder.values().exitCode(item.path("exit_code"))));
    }

    private static String output(JsonNode item) {
        return JsonPath.text(item, "aggregated_output")
                .or(() -> JsonPath.text(item, "error.message"))
                .or(() -> JsonPath.text(item, "stdout").map(out -> out + err(item)))
                .orElseGet(() -> {
                    var parts =
                            item.has("content_items")
                                    ? item.path("content_items")
                                    : item.path("result").path("content");
                    return parts.valueStream()
                            .map(part -> part.path("text").asString(""))
                            .collect(Collectors.joining("\n"));
                });
    }

    private static String err(JsonNode item) {
        return item.path("stderr").asString("");
    }
}
