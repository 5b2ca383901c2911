package dev.parley.provider.claude;

import dev.parley.event.Event;
import dev.parley.wire.Ending;
import dev.parley.wire.OneShotDialect;
import dev.parley.wire.Step;

import tools.jackson.databind.JsonNode;

import java.util.Optional;

/// `claude -p --output-format stream-json --verbose --include-partial-messages`. Key order is not
/// stable, and only the `result` line tells how it went.
public final class ClaudeOneShot extends OneShotDialect {
    private final ClaudePieces pieces = new ClaudePieces();
    private boolean hasResult;

    public ClaudeOneShot(Optional<String> resumed) {
        super(resumed);
    }

    @Override
    protected Step hear(JsonNode message, String line) {
        return switch (message.path("type").asString("")) {
            case "system" -> onSystem(message, line);
            case "assistant" -> Step.emit(ClaudeMessages.said(message));
            case "user" -> ClaudeBlocks.returned(message.path("message"));
            case "stream_event" -> pieces.hear(message).map(Step::emit).orElse(Step.NOTHING);
            case "result" -> onResult(new ClaudeResult(message));
            case "command_lifecycle", "conversation_reset", "rate_limit_event" -> Step.NOTHING;
            case String other -> Step.unrecognized(line, "message type " + other);
        };
    }

    private static Step onSystem(JsonNode message, String line) {
        return switch (message.path("subtype").asString("")) {
            case "init" ->
                    Step.emit(ClaudeMessages.started(message))
                            .inSession(message.path("session_id").asString(null));
            case "api_retry" -> Step.emit(ClaudeMessages.retry(message));
            case String note when ClaudeMessages.isNote(note) -> Step.NOTHING;
            case String other -> Step.unrecognized(line, "system message " + other);
        };
    }

    private Step onResult(ClaudeResult result) {
        hasResult = true;
        // The total cost goes on from earlier turns, so a resumed turn has only its share of it.
        var cost = isResumed() ? result.costOfTurn() : Double.valueOf(result.totalCost());
        var counted = result.tokens(cost).map(Step::emit).orElse(Step.NOTHING);
        return result.isError()
                ? counted.and(result.failure())
                : ClaudeBlocks.structured(result.structuredOutput()).and(counted);
    }

    @Override
    protected Step finish(Ending ending) {
        // After SIGINT it exits with 0 as well.
        return hasResult
                ? Step.NOTHING
                : Step.emit(Event.Failed.fatal("Claude Code ended without a result.", ENDED_EARLY));
    }
}
