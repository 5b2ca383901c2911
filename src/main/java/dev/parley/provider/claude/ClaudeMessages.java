package dev.parley.provider.claude;

import dev.parley.event.Event;
import dev.parley.provider.shared.MessageBlocks;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Set;

/// What Claude Code's lines say, the same in a single turn and in a live conversation.
final class ClaudeMessages {
    /// Progress notes that say nothing a message does not say.
    private static final Set<String> NOTES =
            Set.of(
                    "status",
                    "thinking_tokens",
                    "permission_denied",
                    "compact_boundary",
                    "background_tasks_changed",
                    "ui_invalidate",
                    "task_started",
                    "task_progress",
                    "task_updated",
                    "task_notification");

    private ClaudeMessages() {}

    /// Whether a `system` line of this subtype is only a note.
    static boolean isNote(String subtype) {
        return NOTES.contains(subtype);
    }

    static Event.SessionStarted started(JsonNode init) {
        var tools = init.path("tools").valueStream().map(tool -> tool.asString("")).toList();
        return new Event.SessionStarted(
                init.path("cwd").asString(null),
                init.path("model").asString(null),
                init.path("claude_code_version").asString(null),
                tools,
                null);
    }

    static Event retry(JsonNode message) {
        return Event.Failed.warning(
                "Attempt %d of %d failed (%s), next in %d ms"
                        .formatted(
                                message.path("attempt").asInt(0),
                                message.path("max_retries").asInt(0),
                                message.path("error").asString("unknown"),
                                message.path("retry_delay_ms").asLong(0)),
                message.path("error").asString("unknown"));
    }

    static List<Event> said(JsonNode message) {
        // A message that carries an error is that error as text; the result line says it again.
        return message.hasNonNull("error")
                ? List.of()
                : MessageBlocks.said(message.path("message")).events();
    }
}
