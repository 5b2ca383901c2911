package dev.parley.provider.claude;

import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.wire.OneShotDialect;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Optional;
import java.util.stream.Collectors;

/// The line that ends a turn of Claude Code. Only it counts: the usage in `assistant` lines is a
/// snapshot from before the answer, and failures of the API come as `subtype: success`.
record ClaudeResult(JsonNode message) {
    /// Also where it calls itself a success, but did not come to its end.
    boolean isError() {
        return message.path("is_error").asBoolean(false)
                || message.path("subtype").asString("").startsWith("error")
                || stop().isPresent();
    }

    /// What it was stopped by, in our words; it has none of its own for it.
    private Optional<String> stop() {
        return switch (message.path("terminal_reason").asString("")) {
            case "max_turns" -> Optional.of("The most turns there may be were taken.");
            case "hook_stopped" -> Optional.of("A hook stopped Claude Code.");
            case "tool_deferred" -> Optional.of("Claude Code stopped at a tool that was put off.");
            default ->
                    message.path("stop_reason").asString("").equals("refusal")
                            ? Optional.of("The model refused to answer.")
                            : Optional.empty();
        };
    }

    /// Whether somebody stopped the turn.
    boolean isAborted() {
        return isError() && message.path("terminal_reason").asString("").startsWith("aborted");
    }

    /// The tokens of this turn. A turn that never reached the model used nothing, which is not
    /// worth an event. Cached tokens are counted beside the input here, not within it.
    Optional<Event> tokens(@Nullable Double cost) {
        var usage = message.path("usage");
        var cached = usage.path("cache_read_input_tokens").asLong(0);
        var input =
                usage.path("input_tokens").asLong(0)
                        + usage.path("cache_creation_input_tokens").asLong(0)
                        + cached;
        return input == 0
                ? Optional.empty()
                : Optional.of(
                        new Event.TokensUsed(
                                new Usage(
                                        input,
                                        usage.path("output_tokens").asLong(0),
                                        cached,
                                        usage.path("output_tokens_details")
                                                .path("thinking_tokens")
                                                .asLong(0),
                                        cost)));
    }

    /// The answer to a question that came with a JSON schema.
    JsonNode structuredOutput() {
        return message.path("structured_output");
    }

    /// The total goes on from earlier turns of the session, also over a resume.
    double totalCost() {
        return message.path("total_cost_usd").asDouble(0);
    }

    /// What was paid since the last result; absent where an older version does not tell.
    @Nullable Double costOfTurn() {
        var models = message.path("model_usage_since_last_result");
        return models.isObject()
                ? Double.valueOf(
                        models.valueStream()
                                .mapToDouble(model -> model.path("costUSD").asDouble(0))
                                .sum())
                : null;
    }

    Event.Failed failure() {
        var text = text();
        return Event.Failed.fatal(
                text,
                isAboutAMissingSession(text)
                        ? OneShotDialect.SESSION_NOT_FOUND
                        : message.path("api_error_type")
                                .asString(message.path("terminal_reason").asString("error")));
    }

    String text() {
        var errors =
                message.path("errors")
                        .valueStream()
                        .map(error -> error.asString(""))
                        .collect(Collectors.joining("\n"));
        // Where it calls itself a success, the result is the answer so far.
        var words =
                message.path("is_error").asBoolean(false)
                        ? message.path("result").asString(errors)
                        : errors;
        return words.isBlank() ? stop().orElse("Claude Code failed.") : words;
    }

    /// It knows sessions by a UUID or by their title.
    static boolean isAboutAMissingSession(String text) {
        return text.contains("No conversation found")
                || text.contains("does not match any session title");
    }
}
