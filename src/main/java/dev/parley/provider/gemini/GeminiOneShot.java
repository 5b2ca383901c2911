package dev.parley.provider.gemini;

import dev.parley.base.json.JsonPath;
import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.provider.shared.GeminiFailure;
import dev.parley.wire.Ending;
import dev.parley.wire.OneShotDialect;
import dev.parley.wire.OneShotStep;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Optional;

/// `gemini -o stream-json`. An answer comes in pieces without an id and no line says that it is
/// whole: it is when a tool is called or the result comes. Thoughts are not shown, only counted.
/// The result says "success" also where the CLI stopped: for a loop, or because a hook said so.
public final class GeminiOneShot extends OneShotDialect {
    private final StringBuilder answer = new StringBuilder();
    private int messages = 1;
    private boolean hasResult;
    private boolean hasFailed;
    private boolean hasLastWord; // something was said since the beginning, or since the last tool
    private @Nullable String lastWarning; // if nothing came after it

    public GeminiOneShot(Optional<String> resumed) {
        super(resumed);
    }

    @Override
    protected OneShotStep hear(JsonNode message, String line) {
        return switch (message.path("type").asString("")) {
            case "init" ->
                    OneShotStep.emit(
                                    Event.SessionStarted.in(
                                            null, message.path("model").asString(null)))
                            .inSession(message.path("session_id").asString(null));
            case "message" -> onMessage(message, line);
            case "tool_use" -> onToolUse(message);
            case "tool_result" -> onToolResult(message);
            case "error" -> onError(message);
            case "result" -> onResult(message);
            case String other -> OneShotStep.unrecognized(line, "message type " + other);
        };
    }

    private OneShotStep onMessage(JsonNode message, String line) {
        return switch (message.path("role").asString("")) {
            // Our own prompt again.
            case "user" -> OneShotStep.NOTHING;
            case "assistant" -> onPiece(message.path("content").asString(""));
            case String other -> OneShotStep.unrecognized(line, "message of " + other);
        };
    }

    private OneShotStep onPiece(String text) {
        answer.append(text);
        hasLastWord |= !text.isBlank();
        lastWarning = null;
        return OneShotStep.emit(new Event.AssistantStreamed(text, messageId()));
    }

    private OneShotStep onToolUse(JsonNode message) {
        hasLastWord = false;
        lastWarning = null;
        return wholeAnswer()
                .and(
                        new Event.ToolCalled(
                                message.path("tool_id").asString(""),
                                message.path("tool_name").asString(""),
                                message.path("parameters")));
    }

    /// Files that were read or written come without output, failures usually say it twice.
    private static OneShotStep onToolResult(JsonNode message) {
        return OneShotStep.emit(
                new Event.ToolReturned(
                        message.path("tool_id").asString(""),
                        null,
                        JsonPath.text(message, "output")
                                .filter(output -> !output.isEmpty())
                                .or(() -> JsonPath.text(message, "error.message"))
                                .orElse(""),
                        message.path("status").asString("").equals("error"),
                        null));
    }

    /// After a hook's veto the run may go on; if it does not, and after a loop, the warning is why.
    /// After an error it does not, and then the result has status "error" without a reason, or even
    /// "success".
    private OneShotStep onError(JsonNode message) {
        var text = message.path("message").asString("");
        if (message.path("severity").asString("").equals("warning")) {
            lastWarning = text;
            return OneShotStep.emit(Event.Failed.warning(text, "warning"));
        }
        hasFailed = true;
        return wholeAnswer().and(Event.Failed.fatal(text, "turn_failed"));
    }

    private OneShotStep onResult(JsonNode message) {
        hasResult = true;
        var usage = usage(message.path("stats"));
        var step = wholeAnswer();
        if (usage.inputTokens() > 0) {
            step = step.and(new Event.TokensUsed(usage));
        }
        if (hasFailed) {
            return step;
        }
        return message.path("status").asString("").equals("error")
                ? step.and(failure(message.path("error")))
                : step.and(stop());
    }

    /// Why a run that calls itself a success has no end.
    private OneShotStep stop() {
        if (lastWarning != null) {
            return OneShotStep.emit(
                    Event.Failed.fatal(
                            lastWarning,
                            lastWarning.startsWith("Loop detected") ? "loop_detected" : "stopped"));
        }
        return hasLastWord
                ? OneShotStep.NOTHING
                : OneShotStep.emit(
                        Event.Failed.fatal(
                                "Gemini CLI stopped without an answer, as it does when a hook ends the run.",
                                "stopped"));
    }

    /// Its output tokens are without the thoughts, which only the total has.
    private static Usage usage(JsonNode stats) {
        var input = stats.path("input_tokens").asLong(0);
        var said = stats.path("output_tokens").asLong(0);
        var output = Math.max(said, stats.path("total_tokens").asLong(0) - input);
        return new Usage(input, output, stats.path("cached").asLong(0), output - said, null);
    }

    private static Event failure(JsonNode error) {
        var type = error.path("type").asString("unknown");
        return GeminiFailure.of(
                error.path("message").asString("Gemini CLI failed."),
                type.equals("unknown") ? "turn_failed" : type);
    }

    @Override
    protected OneShotStep finish(Ending ending) {
        // After a signal it exits with 0 as well.
        return hasResult
                ? OneShotStep.NOTHING
                : wholeAnswer()
                        .and(Event.Failed.fatal("Gemini CLI ended without a result.", ENDED_EARLY));
    }

    @Override
    protected Event.Failed explain(Ending ending) {
        var cause = GeminiFailure.cause(ending);
        return isResumed() && cause.contains("Error resuming session")
                ? Event.Failed.fatal(cause, SESSION_NOT_FOUND)
                : super.explain(new Ending(ending.exitCode(), cause));
    }

    /// The pieces so far as one message. What follows is another one.
    private OneShotStep wholeAnswer() {
        if (answer.isEmpty()) {
            return OneShotStep.NOTHING;
        }
        var said = new Event.AssistantSaid(answer.toString(), messageId());
        answer.setLength(0);
        messages++;
        return OneShotStep.emit(said);
    }

    private String messageId() {
        return "message_" + messages;
    }
}
