package dev.parley.provider.opencode;

import dev.parley.base.json.JsonPath;
import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.wire.Ending;
import dev.parley.wire.OneShotDialect;
import dev.parley.wire.OneShotStep;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Optional;
import java.util.regex.Pattern;

/// `opencode run --format json --thinking`. One line per finished part, no line that says that the
/// turn is over: the last step's reason and the exit code have to tell. Tokens and money are
/// counted per step.
public final class OpenCodeOneShot extends OneShotDialect {
    private static final Pattern REFUSED =
            Pattern.compile("permission requested: (.+); auto-rejecting");

    private boolean hasStarted;
    private @Nullable Usage used;
    private String lastReason = "";

    public OpenCodeOneShot(Optional<String> resumed) {
        super(resumed);
    }

    @Override
    protected OneShotStep hear(JsonNode message, String line) {
        var part = message.path("part");
        var step =
                switch (message.path("type").asString("")) {
                    case "step_start" -> onStepStarted();
                    case "text" -> OneShotStep.emit(new Event.AssistantSaid(text(part), id(part)));
                    case "reasoning" ->
                            OneShotStep.emit(new Event.Thought(text(part), null, id(part)));
                    case "tool_use" -> onTool(part);
                    case "step_finish" -> onStepFinished(part);
                    case "error" -> OneShotStep.emit(failure(message.path("error")));
                    case String other -> OneShotStep.unrecognized(line, "message type " + other);
                };
        if (hasStarted) {
            return step;
        }
        hasStarted = true;
        return OneShotStep.emit(Event.SessionStarted.in(null, null))
                .and(step)
                .inSession(message.path("sessionID").asString(null));
    }

    /// A step that was cut off starts again without a word about its first attempt.
    private OneShotStep onStepStarted() {
        lastReason = "";
        return OneShotStep.NOTHING;
    }

    private OneShotStep onStepFinished(JsonNode part) {
        lastReason = part.path("reason").asString("");
        var usage = usage(part);
        used = used == null ? usage : used.plus(usage);
        return OneShotStep.NOTHING;
    }

    /// A tool is shown once, when it is done. Bash "completes" with any exit code, and a tool the
    /// model made up completes as `invalid`.
    static OneShotStep onTool(JsonNode part) {
        var id = part.path("callID").asString("");
        var state = part.path("state");
        var isInvalid = part.path("tool").asString("").equals("invalid");
        var name = (isInvalid ? state.path("input") : part).path("tool").asString("");
        var exit = state.path("metadata").path("exit");
        var exitCode = exit.canConvertToInt() ? Integer.valueOf(exit.asInt()) : null;
        var hasFailed = exitCode != null && exitCode != 0;
        var isError = state.path("status").asString("").equals("error");
        return OneShotStep.emit(
                new Event.ToolCalled(id, name, state.path("input")),
                new Event.ToolReturned(
                        id,
                        name,
                        state.path(isError ? "error" : "output").asString(""),
                        isError || isInvalid || hasFailed,
                        exitCode));
    }

    static Event failure(JsonNode error) {
        var name = error.path("name").asString("error");
        var message = JsonPath.text(error, "data.message").orElse(name);
        // This is all it says of a model it does not know.
        var hint =
                message.startsWith("Unexpected server error")
                        ? " The model may be unknown: `opencode models` lists the known ones."
                        : "";
        return Event.Failed.fatal(
                message + hint,
                JsonPath.text(error, "data.statusCode").map(code -> "http_" + code).orElse(name));
    }

    @Override
    protected OneShotStep conclude(Ending ending) {
        // A run that never reached the model used nothing, which is not worth an event.
        return used == null || used.inputTokens() + used.outputTokens() == 0
                ? OneShotStep.NOTHING
                : OneShotStep.emit(new Event.TokensUsed(used));
    }

    @Override
    protected OneShotStep finish(Ending ending) {
        return switch (lastReason) {
            case "tool-calls" -> OneShotStep.emit(refusal(ending));
            case "" ->
                    OneShotStep.emit(
                            Event.Failed.fatal(
                                    "OpenCode ended before its answer was complete.", ENDED_EARLY));
            case "length" ->
                    stopped(
                            "The answer was cut: it has the most tokens there may be.",
                            "max_tokens");
            case "content-filter" ->
                    stopped("The model's provider filtered the answer.", "content_filter");
            case "error" -> stopped("The model ended its answer with an error.", "model_error");
            default -> OneShotStep.NOTHING;
        };
    }

    private static OneShotStep stopped(String message, String code) {
        return OneShotStep.emit(Event.Failed.fatal(message, code));
    }

    /// A step with tools and none after it: a permission was refused, which ends the turn with exit
    /// code 0. Standard error says which one.
    private static Event refusal(Ending ending) {
        var refused = REFUSED.matcher(ending.lastWords());
        var what = refused.find() ? refused.group(1) : "a tool";
        return Event.Failed.fatal(
                "OpenCode stopped at something it needs permission for, and in a single turn there is"
                        + " nobody to ask: "
                        + what
                        + ". Allow it with --permission "
                        + (what.startsWith("edit ") ? "edit or bypass." : "bypass."),
                "permission_denied");
    }

    @Override
    protected Event.Failed explain(Ending ending) {
        var words = ending.lastWords().strip();
        return words.equals("Error: Session not found")
                ? Event.Failed.fatal("OpenCode has no such session.", SESSION_NOT_FOUND)
                : super.explain(new Ending(ending.exitCode(), words));
    }

    /// `input` is without the cached tokens, `output` without the reasoning.
    static Usage usage(JsonNode part) {
        var tokens = part.path("tokens");
        var cached = tokens.path("cache").path("read").asLong(0);
        var reasoning = tokens.path("reasoning").asLong(0);
        return new Usage(
                tokens.path("input").asLong(0)
                        + tokens.path("cache").path("write").asLong(0)
                        + cached,
                tokens.path("output").asLong(0) + reasoning,
                cached,
                reasoning,
                part.path("cost").asDouble(0));
    }

    private static String text(JsonNode part) {
        return part.path("text").asString("");
    }

    private static @Nullable String id(JsonNode part) {
        return part.path("id").asString(null);
    }
}
