package dev.parley.provider.claude;

import dev.parley.event.Event;
import dev.parley.provider.shared.MessageBlocks;
import dev.parley.wire.Ending;
import dev.parley.wire.OneShotDialect;
import dev.parley.wire.OneShotStep;

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
    protected OneShotStep hear(JsonNode message, String line) {
        return switch (message.path("type").asString("")) {
            case "system" -> onSystem(message, line);
            case "assistant" -> OneShotStep.emit(ClaudeMessages.said(message));
            case "user" -> MessageBlocks.returned(message.path("message"));
            case "stream_event" ->
                    pieces.hear(message).map(OneShotStep::emit).orElse(OneShotStep.NOTHING);
            case "result" -> onResult(new ClaudeResult(message));
            case "command_lifecycle", "conversation_reset", "rate_limit_event" ->
                    OneShotStep.NOTHING;
            case String other -> OneShotStep.unrecognized(line, "message type " + other);
        };
    }

    private static OneShotStep onSystem(JsonNode message, String line) {
        return switch (message.path("subtype").asString("")) {
            case "init" ->
                    OneShotStep.emit(ClaudeMessages.started(message))
                            .inSession(message.path("session_id").asString(null));
            case "api_retry" -> OneShotStep.emit(ClaudeMessages.retry(message));
            case String note when ClaudeMessages.isNote(note) -> OneShotStep.NOTHING;
            case String other -> OneShotStep.unrecognized(line, "system message " + other);
        };
    }

    private OneShotStep onResult(ClaudeResult result) {
        hasResult = true;
        // The total cost goes on from earlier turns, so a resumed turn has only its share of it.
        var cost = isResumed() ? result.costOfTurn() : Double.valueOf(result.totalCost());
        var counted = result.tokens(cost).map(OneShotStep::emit).orElse(OneShotStep.NOTHING);
        return result.isError()
                ? counted.and(result.failure())
                : MessageBlocks.structured(result.structuredOutput()).and(counted);
    }

    @Override
    protected OneShotStep finish(Ending ending) {
        // After SIGINT it exits with 0 as well.
        return hasResult
                ? OneShotStep.NOTHING
                : OneShotStep.emit(
                        Event.Failed.fatal("Claude Code ended without a result.", ENDED_EARLY));
    }
}
