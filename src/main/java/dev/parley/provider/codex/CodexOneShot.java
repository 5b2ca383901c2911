package dev.parley.provider.codex;

import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.wire.Ending;
import dev.parley.wire.OneShotDialect;
import dev.parley.wire.OneShotStep;

import tools.jackson.databind.JsonNode;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// `codex exec --json`. No text is streamed; `error` lines are not the end, only `turn.failed` is;
/// and the usage is the running total of the whole thread.
public final class CodexOneShot extends OneShotDialect {
    private final Set<String> called = new HashSet<>();
    private boolean hasCompleted;

    public CodexOneShot(Optional<String> resumed) {
        super(resumed);
    }

    @Override
    protected OneShotStep hear(JsonNode message, String line) {
        return switch (message.path("type").asString("")) {
            case "thread.started" ->
                    OneShotStep.emit(Event.SessionStarted.in(null, null))
                            .inSession(message.path("thread_id").asString(null));
            case "turn.started" -> OneShotStep.NOTHING;
            case "item.started", "item.updated" ->
                    onItem(new CodexItem(message.path("item")), line, false);
            case "item.completed" -> onItem(new CodexItem(message.path("item")), line, true);
            case "turn.completed" -> onCompleted(message.path("usage"));
            case "turn.failed" ->
                    OneShotStep.emit(
                            CodexFailure.of(
                                    message.path("error").path("message").asString(""),
                                    "turn_failed"));
            case "error" -> onError(message.path("message").asString(""));
            case String other -> OneShotStep.unrecognized(line, "message type " + other);
        };
    }

    private OneShotStep onItem(CodexItem item, String line, boolean isComplete) {
        return item.tool()
                .map(tool -> onTool(item, tool, isComplete))
                .orElseGet(() ->
                        isComplete || !isKnown(item) ? onWhole(item, line) : OneShotStep.NOTHING);
    }

    private static boolean isKnown(CodexItem item) {
        return Set.of("agentMessage", "reasoning", "error").contains(item.type());
    }

    private static OneShotStep onWhole(CodexItem item, String line) {
        return switch (item.type()) {
            case "agentMessage" ->
                    OneShotStep.emit(new Event.AssistantSaid(item.text("text"), item.id()));
            case "reasoning" ->
                    OneShotStep.emit(new Event.Thought(item.text("text"), null, item.id()));
            case "error" -> OneShotStep.emit(Event.Failed.warning(item.text("message"), "warning"));
            case String _ -> OneShotStep.unrecognized(line, "item type " + item.text("type"));
        };
    }

    /// An item is announced once and completed once; some are only ever completed.
    private OneShotStep onTool(CodexItem item, CodexItem.Tool tool, boolean isComplete) {
        var step =
                called.add(item.id()) ? OneShotStep.emit(item.called(tool)) : OneShotStep.NOTHING;
        return isComplete ? step.and(item.returned(tool)) : step;
    }

    private OneShotStep onCompleted(JsonNode usage) {
        hasCompleted = true;
        // Of a resumed thread we cannot tell which part of the total is this turn's.
        return isResumed()
                ? OneShotStep.NOTHING
                : OneShotStep.emit(
                        new Event.TokensUsed(
                                new Usage(
                                        usage.path("input_tokens").asLong(0),
                                        usage.path("output_tokens").asLong(0),
                                        usage.path("cached_input_tokens").asLong(0),
                                        usage.path("reasoning_output_tokens").asLong(0),
                                        null)));
    }

    /// Retries are worth a warning. The last error is said again by `turn.failed`, which decides.
    private static OneShotStep onError(String message) {
        return message.startsWith("Reconnecting")
                ? OneShotStep.emit(Event.Failed.warning(message, "retry"))
                : OneShotStep.NOTHING;
    }

    @Override
    protected OneShotStep finish(Ending ending) {
        return hasCompleted
                ? OneShotStep.NOTHING
                : OneShotStep.emit(
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
