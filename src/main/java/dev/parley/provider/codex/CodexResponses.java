package dev.parley.provider.codex;

import dev.parley.base.json.Json;
import dev.parley.base.json.JsonPath;
import dev.parley.event.Event;
import dev.parley.sessionfile.SessionBuilder;
import dev.parley.sessionfile.scan.Line;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What the model saw, in the older formats of rollouts: tool calls in the legacy format,
/// everything in the bare one.
final class CodexResponses {
    private static final Pattern EXIT_CODE =
            Pattern.compile("(?:Process exited with code|Exit code:) (-?\\d{1,9})");
    private static final Pattern FOLDER =
            Pattern.compile("(?:<cwd>|Current working directory:)([^<\n]+)");
    private static final int HEADER = 300;

    private final SessionBuilder builder;

    CodexResponses(SessionBuilder builder) {
        this.builder = builder;
    }

    /// In the legacy format messages and thoughts are told by events.
    void onTool(JsonNode item, Line raw) {
        switch (item.path("type").asString("")) {
            case "function_call" -> onCall(item, arguments(item.path("arguments").asString("")));
            case "custom_tool_call" -> onCall(item, input(item.path("input").asString("")));
            case "local_shell_call" -> onCall(item, item.path("action"));
            case "tool_search_call" -> onCall(item, item.path("arguments"));
            case "function_call_output", "custom_tool_call_output", "tool_search_output" ->
                    onOutput(item);
            case "web_search_call" ->
                    builder.add(
                            new Event.ToolCalled(
                                    item.path("id").asString(""),
                                    "web_search",
                                    item.path("action")));
            case "message", "reasoning", "additional_tools", "ghost_snapshot" -> {}
            case "compaction", "compaction_summary", "context_compaction", "other" -> {}
            case String other -> builder.unknown(raw, "response item " + other);
        }
    }

    void onItem(JsonNode item, Line raw) {
        switch (item.path("type").asString("")) {
            case "message" -> onMessage(item);
            case "reasoning" -> {
                var thought = joined(item.path("summary"));
                if (!thought.isBlank()) {
                    builder.add(new Event.Thought(thought, null, item.path("id").asString(null)));
                }
            }
            default -> onTool(item, raw);
        }
    }

    private void onMessage(JsonNode item) {
        var said = joined(item.path("content"));
        var id = item.path("id").asString(null);
        switch (item.path("role").asString("")) {
            case "user" -> {
                if (isContext(said)) {
                    var folder = FOLDER.matcher(said);
                    builder.cwd(folder.find() ? folder.group(1).strip() : null);
                } else {
                    builder.addStart();
                    builder.add(new Event.UserSaid(said, id));
                }
            }
            case "assistant" -> builder.add(new Event.AssistantSaid(said, id));
            // What the CLI tells the model.
            default -> {}
        }
    }

    /// What the CLI says in the user's name.
    private static boolean isContext(String said) {
        return said.isBlank()
                || said.startsWith("<environment_context>")
                || said.startsWith("<user_instructions>")
                || said.startsWith("# AGENTS.md instructions");
    }

    private static String joined(JsonNode parts) {
        return parts.valueStream()
                .map(part -> part.path("text").asString(""))
                .collect(Collectors.joining("\n"));
    }

    private void onCall(JsonNode item, JsonNode arguments) {
        builder.add(
                new Event.ToolCalled(
                        callId(item), item.path("name").asString(type(item)), arguments));
    }

    private static String callId(JsonNode item) {
        return item.path("call_id").asString(item.path("id").asString(""));
    }

    private static String type(JsonNode item) {
        return item.path("type").asString("").replaceFirst("_call$", "");
    }

    /// Arguments are JSON inside a string.
    static JsonNode arguments(String text) {
        return Json.parse(text).orElse(StringNode.valueOf(text));
    }

    /// What a tool is called with that takes a text of its own form.
    static JsonNode input(String text) {
        return Json.object().put("input", text);
    }

    private void onOutput(JsonNode item) {
        var output = item.path("output");
        // Older versions put a JSON document into the string.
        var document = Json.parseObject(output.asString(""));
        var text =
                document.flatMap(json -> JsonPath.text(json, "output"))
                        .orElseGet(() ->
                                output.isString()
                                        ? output.asString()
                                        : output.isArray()
                                                ? joined(output)
                                                : output.path("content").asString(""));
        var code =
                document.flatMap(json -> JsonPath.text(json, "metadata.exit_code"))
                        .orElseGet(() -> exitCode(text));
        builder.add(returned(callId(item), builder.isWhole() ? unwrapped(text) : text, code));
    }

    /// What a command wrote, without what the CLI says of it.
    private static String unwrapped(String text) {
        var head = text.substring(0, Math.min(text.length(), HEADER));
        var found = EXIT_CODE.matcher(head);
        var at = found.find() ? head.indexOf("Output:\n", found.end()) : -1;
        return at < 0 ? text : text.substring(at + "Output:\n".length());
    }

    /// What a tool returned as a text that is no document.
    static Event returned(String call, String text) {
        return returned(call, text, exitCode(text));
    }

    private static Event returned(String call, String text, String code) {
        var exitCode = code.matches("-?\\d{1,9}") ? Integer.valueOf(code) : null;
        return new Event.ToolReturned(
                call, null, text, exitCode != null && exitCode != 0, exitCode);
    }

    private static String exitCode(String text) {
        var found = EXIT_CODE.matcher(text.substring(0, Math.min(text.length(), HEADER)));
        return found.find() ? found.group(1) : "";
    }
}
