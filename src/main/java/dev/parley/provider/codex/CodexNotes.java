package dev.parley.provider.codex;

import tools.jackson.databind.JsonNode;

import java.util.Set;

/// Which notifications say nothing that another one does not say, and how errors are called.
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
