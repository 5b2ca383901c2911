package dev.parley.provider.qwen;

import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.provider.shared.GeminiFailure;
import dev.parley.provider.shared.MessageBlocks;
import dev.parley.wire.Ending;
import dev.parley.wire.OneShotDialect;
import dev.parley.wire.OneShotStep;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// `qwen -o stream-json --include-partial-messages`: Claude's messages with habits of their own.
/// Every block is a message, a failure of the API is also said as an answer, and the usage of the
/// result counts the whole session and the CLI's side requests.
public final class QwenOneShot extends OneShotDialect {
    /// Progress notes that say nothing a message does not say.
    private static final Set<String> NOTES =
            Set.of(
                    "task_started",
                    "task_notification",
                    "worktree_started",
                    "worktree_restored",
                    "vision_bridge",
                    "vision_bridge_failed",
                    "vision_routing");

    private static final Pattern RESULT =
            Pattern.compile("\\{\"type\":\"result\",.{0,300}\"is_error\":false,");

    private Usage used = new Usage(0, 0, 0L, null, null);
    private @Nullable String streamedId;
    private boolean hasStarted;
    private boolean hasResult;

    public QwenOneShot(Optional<String> resumed) {
        super(resumed);
    }

    @Override
    protected OneShotStep hear(JsonNode message, String line) {
        return switch (message.path("type").asString("")) {
            case "system" -> onSystem(message, line);
            case "assistant" -> onAssistant(message);
            case "user" -> MessageBlocks.returned(message.path("message"));
            case "stream_event" -> onStreamed(message, line);
            case "result" -> onResult(message);
            case String other -> OneShotStep.unrecognized(line, "message type " + other);
        };
    }

    private OneShotStep onSystem(JsonNode message, String line) {
        return switch (message.path("subtype").asString("")) {
            case "init" -> onInit(message);
            case "retry", "model_fallback" ->
                    OneShotStep.emit(Event.Failed.warning("The model is asked again.", "retry"));
            case String note when NOTES.contains(note) -> OneShotStep.NOTHING;
            case String other -> OneShotStep.unrecognized(line, "system message " + other);
        };
    }

    private OneShotStep onInit(JsonNode message) {
        hasStarted = true;
        var tools = message.path("tools").valueStream().map(tool -> tool.asString("")).toList();
        return OneShotStep.emit(
                        new Event.SessionStarted(
                                message.path("cwd").asString(null),
                                message.path("model").asString(null),
                                message.path("qwen_code_version").asString(null),
                                tools,
                                null))
                .inSession(message.path("session_id").asString(null));
    }

    private OneShotStep onAssistant(JsonNode message) {
        var said = message.path("message");
        var id = said.path("id").asString(null);
        if (isOurs(message) && streamedId != null) {
            id = streamedId;
            streamedId = null;
        }
        var usage = usage(said.path("usage"));
        used = used.plus(usage);
        // The result line says it again. A real answer that begins like this has used tokens.
        return usage.outputTokens() == 0 && isApiError(said.path("content").path(0).path("text"))
                ? OneShotStep.NOTHING
                : MessageBlocks.said(said, id);
    }

    private OneShotStep onStreamed(JsonNode message, String line) {
        var event = message.path("event");
        return switch (event.path("type").asString("")) {
            case "content_block_start" -> onBlock(message);
            case "content_block_delta" -> onPiece(message, event);
            case "goal_state",
                    "message_start",
                    "content_block_stop",
                    "message_stop",
                    "tool_progress" ->
                    OneShotStep.NOTHING;
            case String other -> OneShotStep.unrecognized(line, "stream event " + other);
        };
    }

    /// Only the first block of a reply is announced with the id of its message, so that each one
    /// goes by the id of the event that starts it.
    private OneShotStep onBlock(JsonNode message) {
        if (isOurs(message)) {
            streamedId = message.path("uuid").asString("");
        }
        return OneShotStep.NOTHING;
    }

    private OneShotStep onPiece(JsonNode message, JsonNode event) {
        if (streamedId == null
                || !isOurs(message)
                || isApiError(event.path("delta").path("text"))) {
            return OneShotStep.NOTHING;
        }
        return MessageBlocks.piece(event, streamedId)
                .map(OneShotStep::emit)
                .orElse(OneShotStep.NOTHING);
    }

    private OneShotStep onResult(JsonNode message) {
        var failed = message.path("is_error").asBoolean(false);
        if (failed && hasStarted && message.path("num_turns").asInt(0) == 0) {
            // A subagent's failure, by the CLI's source; the result of its tool call says it too.
            return OneShotStep.NOTHING;
        }
        hasResult = true;
        var counted =
                used.inputTokens() == 0
                        ? OneShotStep.NOTHING
                        : OneShotStep.emit(new Event.TokensUsed(used));
        return failed
                ? counted.and(
                        GeminiFailure.of(
                                message.path("error").path("message").asString("Qwen Code failed."),
                                message.path("subtype").asString("error")))
                : MessageBlocks.structured(message.path("structured_result")).and(counted);
    }

    /// It ends as soon as it has begun to write the result, which repeats the whole answer: of a
    /// long one only the beginning arrives. The answer itself came before.
    @Override
    protected OneShotStep hearCut(String line) {
        if (!RESULT.matcher(line).lookingAt()) {
            return super.hearCut(line);
        }
        hasResult = true;
        return used.inputTokens() == 0
                ? OneShotStep.NOTHING
                : OneShotStep.emit(new Event.TokensUsed(used));
    }

    private static Usage usage(JsonNode usage) {
        return new Usage(
                usage.path("input_tokens").asLong(0),
                usage.path("output_tokens").asLong(0),
                usage.path("cache_read_input_tokens").asLong(0),
                null,
                null);
    }

    @Override
    protected OneShotStep finish(Ending ending) {
        return hasResult
                ? OneShotStep.NOTHING
                : OneShotStep.emit(
                        Event.Failed.fatal("Qwen Code ended without a result.", ENDED_EARLY));
    }

    @Override
    protected Event.Failed explain(Ending ending) {
        var cause = GeminiFailure.cause(ending);
        return isResumed() && cause.contains("No saved session found")
                ? Event.Failed.fatal(cause, SESSION_NOT_FOUND)
                : super.explain(new Ending(ending.exitCode(), cause));
    }

    /// Not a subagent's.
    private static boolean isOurs(JsonNode message) {
        return !message.hasNonNull("parent_tool_use_id");
    }

    private static boolean isApiError(JsonNode text) {
        return text.asString("").startsWith(GeminiFailure.API_ERROR);
    }
}
