package dev.parley.provider.codex;

import dev.parley.event.Event;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Set;

/// Notifications that mean the same whatever happened before, and those that say nothing which
/// another one does not say.
final class CodexNotes {
    private static final Set<String> NOTES =
            Set.of(
                    "configWarning",
                    "deprecationNotice",
                    "hook/completed",
                    "hook/started",
                    "item/commandExecution/outputDelta",
                    "item/commandExecution/terminalInteraction",
                    "item/fileChange/outputDelta",
                    "item/fileChange/patchUpdated",
                    "item/mcpToolCall/progress",
                    "item/reasoning/summaryPartAdded",
                    "mcpServer/startupStatus/updated",
                    "skills/changed",
                    "thread/closed",
                    "thread/compacted",
                    "thread/goal/cleared",
                    "thread/goal/updated",
                    "thread/readState/changed",
                    "thread/started",
                    "thread/status/changed",
                    "turn/diff/updated",
                    "turn/plan/updated");

    private CodexNotes() {}

    static boolean isNote(String method) {
        return NOTES.contains(method)
                || method.startsWith("account/")
                || method.startsWith("remoteControl/");
    }

    static List<Event> events(String method, JsonNode params, String line) {
        return switch (method) {
            case "item/agentMessage/delta", "item/plan/delta" ->
                    List.of(
                            new Event.AssistantStreamed(
                                    text(params, "delta"), text(params, "itemId")));
            case "item/reasoning/summaryTextDelta", "item/reasoning/textDelta" ->
                    List.of(new Event.Thought(text(params, "delta"), true, text(params, "itemId")));
            case "thread/name/updated" ->
                    List.of(new Event.SessionChanged(null, null, text(params, "threadName")));
            case "error" -> trouble(params);
            case "warning", "guardianWarning" ->
                    List.of(Event.Failed.warning(text(params, "message"), "warning"));
            case String other ->
                    isNote(other)
                            ? List.of()
                            : List.of(new Event.Unrecognized(line, "notification " + other));
        };
    }

    /// The last error is said again at the end of the turn, which decides.
    private static List<Event> trouble(JsonNode params) {
        var error = params.path("error");
        var details = text(error, "additionalDetails");
        var message = text(error, "message");
        return params.path("willRetry").asBoolean(false)
                ? List.of(
                        Event.Failed.warning(
                                details.isEmpty() ? message : message + ": " + details, "retry"))
                : List.of();
    }

    private static String text(JsonNode json, String name) {
        return json.path(name).asString("");
    }

    /// `"modelNotFound"`, or the only key of an object.
    static String code(JsonNode error) {
        var info = error.path("codexErrorInfo");
        var name =
                info.isObject()
                        ? info.propertyNames().stream().findFirst().orElse("")
                        : info.asString("");
        return name.isEmpty() || name.equals("other") ? "turn_failed" : name;
    }
}
