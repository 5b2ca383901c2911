package dev.parley.provider.claude;

import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.wire.Ending;
import dev.parley.wire.OneShotDialect;
import dev.parley.wire.Step;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// `claude -p --output-format stream-json --verbose --include-partial-messages`. Key order is not
/// stable, the usage in `assistant` events is a snapshot from before the answer, and failures of
/// the API come as `subtype: success`: only the `result` line counts.
public final class ClaudeOneShot extends OneShotDialect {
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

    private boolean hasResult;

    public ClaudeOneShot(Optional<String> resumed) {
        super(resumed);
    }

    @Override
    protected Step hear(JsonNode message, String line) {
        return switch (message.path("type").asString("")) {
            case "system" -> onSystem(message, line);
            case "assistant" -> onAssistant(message);
            case "user" -> ClaudeBlocks.returned(message.path("message"));
            case "stream_event" -> onStreamed(message);
            case "result" -> onResult(message);
            case "command_lifecycle", "conversation_reset", "rate_limit_event" -> Step.NOTHING;
            case String other -> Step.unrecognized(line, "message type " + other);
        };
    }

    private static Step onSystem(JsonNode message, String line) {
        return switch (message.path("subtype").asString("")) {
            case "init" -> onInit(message);
            case "api_retry" -> Step.emit(retry(message));
            case String note when NOTES.contains(note) -> Step.NOTHING;
            case String other -> Step.unrecognized(line, "system message " + other);
        };
    }

    private static Step onInit(JsonNode message) {
        var tools = message.path("tools").valueStream().map(tool -> tool.asString("")).toList();
        return Step.emit(
                        new Event.SessionStarted(
                                message.path("cwd").asString(null),
                                message.path("model").asString(null),
                                message.path("claude_code_version").asString(null),
                                tools,
                                null))
                .inSession(message.path("session_id").asString(null));
    }

    private static Event retry(JsonNode message) {
        return Event.Failed.warning(
                "Attempt %d of %d failed (%s), next in %d ms"
                        .formatted(
                                message.path("attempt").asInt(0),
                                message.path("max_retries").asInt(0),
                                message.path("error").asString("unknown"),
                                message.path("retry_delay_ms").asLong(0)),
                message.path("error").asString("unknown"));
    }

    private static Step onAssistant(JsonNode message) {
        // A message that carries an error is that error as text; the result line says it again.
        return message.hasNonNull("error")
                ? Step.NOTHING
                : ClaudeBlocks.said(message.path("message"));
    }

    private static Step onStreamed(JsonNode message) {
        return ClaudeBlocks.piece(
                        message.path("event"), message.path("api_message_id").asString(""))
                .map(Step::emit)
                .orElse(Step.NOTHING);
    }

    private Step onResult(JsonNode message) {
        hasResult = true;
        var usage = usage(message);
        // A run that never reached the model used nothing, which is not worth an event.
        var counted =
                usage.inputTokens() == 0 ? Step.NOTHING : Step.emit(new Event.TokensUsed(usage));
        return message.path("is_error").asBoolean(false)
                ? counted.and(failure(message))
                : ClaudeBlocks.structured(message.path("structured_output")).and(counted);
    }

    /// Cached tokens are counted beside the input here, not within it. The total cost goes on from
    /// earlier turns of the session, so a resumed turn has only its share of it.
    private Usage usage(JsonNode message) {
        var usage = message.path("usage");
        var cached = usage.path("cache_read_input_tokens").asLong(0);
        return new Usage(
                usage.path("input_tokens").asLong(0)
                        + usage.path("cache_creation_input_tokens").asLong(0)
                        + cached,
                usage.path("output_tokens").asLong(0),
                cached,
                usage.path("output_tokens_details").path("thinking_tokens").asLong(0),
                cost(message));
    }

    private @Nullable Double cost(JsonNode message) {
        if (!isResumed()) {
            return message.path("total_cost_usd").asDouble(0);
        }
        var models = message.path("model_usage_since_last_result");
        return models.isObject()
                ? Double.valueOf(
                        models.valueStream()
                                .mapToDouble(model -> model.path("costUSD").asDouble(0))
                                .sum())
                : null;
    }

    private static Event failure(JsonNode message) {
        var errors =
                message.path("errors")
                        .valueStream()
                        .map(error -> error.asString(""))
                        .collect(Collectors.joining("\n"));
        var text =
                message.path("result").asString(errors.isEmpty() ? "Claude Code failed." : errors);
        return Event.Failed.fatal(
                text,
                isAboutAMissingSession(text)
                        ? SESSION_NOT_FOUND
                        : message.path("api_error_type")
                                .asString(message.path("terminal_reason").asString("error")));
    }

    /// It knows sessions by a UUID or by their title.
    private static boolean isAboutAMissingSession(String text) {
        return text.startsWith("No conversation found")
                || text.contains("does not match any session title");
    }

    @Override
    protected Step finish(Ending ending) {
        // After SIGINT it exits with 0 as well.
        return hasResult
                ? Step.NOTHING
                : Step.emit(Event.Failed.fatal("Claude Code ended without a result.", ENDED_EARLY));
    }
}
