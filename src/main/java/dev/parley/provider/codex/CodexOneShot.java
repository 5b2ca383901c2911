package dev.parley.provider.codex;

import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.json.Json;
import dev.parley.json.JsonPath;
import dev.parley.wire.Ending;
import dev.parley.wire.OneShotDialect;
import dev.parley.wire.Step;

import tools.jackson.databind.JsonNode;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// `codex exec --json`. No text is streamed; `error` lines are not the end, only `turn.failed` is;
/// and the usage is the running total of the whole thread.
public final class CodexOneShot extends OneShotDialect {
    private final Set<String> called = new HashSet<>();
    private boolean hasCompleted;

    public CodexOneShot(Optional<String> resumed) {
        super(resumed);
    }

    @Override
    protected Step hear(JsonNode message, String line) {
        return switch (message.path("type").asString("")) {
            case "thread.started" ->
                    Step.emit(Event.SessionStarted.in(null, null))
                            .inSession(message.path("thread_id").asString(null));
            case "turn.started" -> Step.NOTHING;
            case "item.started", "item.updated" -> onItem(message.path("item"), line, false);
            case "item.completed" -> onItem(message.path("item"), line, true);
            case "turn.completed" -> onCompleted(message.path("usage"));
            case "turn.failed" ->
                    Step.emit(failure(message.path("error").path("message").asString("")));
            case "error" -> onError(message.path("message").asString(""));
            case String other -> Step.unrecognized(line, "message type " + other);
        };
    }

    private Step onItem(JsonNode item, String line, boolean isComplete) {
        var id = item.path("id").asString("");
        return switch (item.path("type").asString("")) {
            case "agent_message" ->
                    whole(isComplete, new Event.AssistantSaid(item.path("text").asString(""), id));
            case "reasoning" ->
                    whole(isComplete, new Event.Thought(item.path("text").asString(""), null, id));
            case "error" ->
                    whole(
                            isComplete,
                            Event.Failed.warning(item.path("message").asString(""), "warning"));
            case "command_execution" ->
                    onTool(
                            item,
                            "shell",
                            isComplete,
                            Json.object().set("command", item.path("command")));
            case "file_change" ->
                    onTool(
                            item,
                            "apply_patch",
                            isComplete,
                            Json.object().set("changes", item.path("changes")));
            case "mcp_tool_call" ->
                    onTool(
                            item,
                            "mcp__"
                                    + item.path("server").asString("")
                                    + "__"
                                    + item.path("tool").asString(""),
                            isComplete,
                            item.path("arguments"));
            case "todo_list" ->
                    onTool(
                            item,
                            "update_plan",
                            isComplete,
                            Json.object().set("items", item.path("items")));
            case "web_search" ->
                    onTool(
                            item,
                            "web_search",
                            isComplete,
                            Json.object().set("query", item.path("query")));
            case String other -> Step.unrecognized(line, "item type " + other);
        };
    }

    private static Step whole(boolean isComplete, Event event) {
        return isComplete ? Step.emit(event) : Step.NOTHING;
    }

    /// An item is announced once and completed once; some are only ever completed.
    private Step onTool(JsonNode item, String name, boolean isComplete, JsonNode arguments) {
        var id = item.path("id").asString("");
        var step =
                called.add(id)
                        ? Step.emit(new Event.ToolCalled(id, name, arguments))
                        : Step.NOTHING;
        if (!isComplete) {
            return step;
        }
        var exitCode = item.path("exit_code");
        return step.and(
                new Event.ToolReturned(
                        id,
                        name,
                        output(item),
                        item.path("status").asString("").equals("failed"),
                        exitCode.isNumber() ? Integer.valueOf(exitCode.asInt()) : null));
    }

    private static String output(JsonNode item) {
        var content = item.path("result").path("content");
        return JsonPath.text(item, "aggregated_output")
                .or(() -> JsonPath.text(item, "error.message"))
                .orElseGet(() ->
                        content.valueStream()
                                .map(part -> part.path("text").asString(""))
                                .collect(Collectors.joining("\n")));
    }

    private Step onCompleted(JsonNode usage) {
        hasCompleted = true;
        // Of a resumed thread we cannot tell which part of the total is this turn's.
        return isResumed()
                ? Step.NOTHING
                : Step.emit(
                        new Event.TokensUsed(
                                new Usage(
                                        usage.path("input_tokens").asLong(0),
                                        usage.path("output_tokens").asLong(0),
                                        usage.path("cached_input_tokens").asLong(0),
                                        usage.path("reasoning_output_tokens").asLong(0),
                                        null)));
    }

    /// Retries are worth a warning. The last error is said again by `turn.failed`, which decides.
    private static Step onError(String message) {
        return message.startsWith("Reconnecting")
                ? Step.emit(Event.Failed.warning(message, "retry"))
                : Step.NOTHING;
    }

    /// The API's own error object comes as a string inside the message.
    private static Event.Failed failure(String message) {
        var error = Json.parseObject(message);
        return Event.Failed.fatal(
                error.flatMap(body -> JsonPath.text(body, "error.message")).orElse(message),
                error.flatMap(body -> JsonPath.text(body, "error.code")).orElse("turn_failed"));
    }

    @Override
    protected Step finish(Ending ending) {
        return hasCompleted
                ? Step.NOTHING
                : Step.emit(
                        Event.Failed.fatal(
                                "Codex ended before its turn was complete.", ENDED_EARLY));
    }

    @Override
    protected Event.Failed explain(Ending ending) {
        return ending.lastWords().contains("no rollout found for thread id")
                ? Event.Failed.fatal(ending.lastWords().strip(), SESSION_NOT_FOUND)
                : super.explain(ending);
    }
}
