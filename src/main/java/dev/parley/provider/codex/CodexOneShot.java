package dev.parley.provider.codex;

import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.wire.Ending;
import dev.parley.wire.OneShotDialect;
import dev.parley.wire.Step;

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
    protected Step hear(JsonNode message, String line) {
        return switch (message.path("type").asString("")) {
            case "thread.started" ->
                    Step.emit(Event.SessionStarted.in(null, null))
                            .inSession(message.path("thread_id").asString(null));
            case "turn.started" -> Step.NOTHING;
            case "item.started", "item.updated" ->
                    onItem(new CodexItem(message.path("item")), line, false);
            case "item.completed" -> onItem(new CodexItem(message.path("item")), line, true);
            case "turn.completed" -> onCompleted(message.path("usage"));
            case "turn.failed" ->
                    Step.emit(
                            CodexFailure.of(
                                    message.path("error").path("message").asString(""),
                                    "turn_failed"));
            case "error" -> onError(message.path("message").asString(""));
            case String other -> Step.unrecognized(line, "message type " + other);
        };
    }

    private Step onItem(CodexItem item, String line, boolean isComplete) {
        return item.tool()
                .map(tool -> onTool(item, tool, isComplete))
                .orElseGet(() -> isComplete || !isKnown(item) ? onWhole(item, line) : Step.NOTHING);
    }

    private static boolean isKnown(CodexItem item) {
        return Set.of("agentMessage", "reasoning", "error").contains(item.type());
    }

    private static Step onWhole(CodexItem item, String line) {
        return switch (item.type()) {
            case "agentMessage" -> Step.emit(new Event.AssistantSaid(item.text("text"), item.id()));
            case "reasoning" -> Step.emit(new Event.Thought(item.text("text"), null, item.id()));
            case "error" -> Step.emit(Event.Failed.warning(item.text("message"), "warning"));
            case String _ -> Step.unrecognized(line, "item type " + item.text("type"));
        };
    }

    /// An item is announced once and completed once; some are only ever completed.
    private Step onTool(CodexItem item, CodexItem.Tool tool, boolean isComplete) {
        var step = called.add(item.id()) ? Step.emit(item.called(tool)) : Step.NOTHING;
        return isComplete ? step.and(item.returned(tool)) : step;
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
