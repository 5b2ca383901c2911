package dev.parley.provider.plain;

import dev.parley.event.Event;
import dev.parley.event.EventJson;
import dev.parley.wire.Ending;
import dev.parley.wire.OneShotDialect;
import dev.parley.wire.OneShotStep;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Reads an agent that prints Parley's own events, one JSON object per line: `type` and its
/// payload, and `sessionId` where the agent keeps sessions. The easiest way to write an agent.
public final class ParleyOneShot extends OneShotDialect {
    /// Messages of which only pieces have come so far, by their id.
    private final Map<String, StringBuilder> pieces = new LinkedHashMap<>();

    private boolean hasAnswer;
    private @Nullable String nativeId;

    public ParleyOneShot(Optional<String> resumed) {
        super(resumed);
    }

    @Override
    protected OneShotStep hear(JsonNode message, String line) {
        var step = read(message, line);
        var id = message.path("sessionId").asString("");
        if (id.isEmpty() || id.equals(nativeId)) {
            return step;
        }
        nativeId = id;
        return step.inSession(id);
    }

    private OneShotStep read(JsonNode message, String line) {
        try {
            return onEvent(EventJson.readEvent(message));
        } catch (IllegalArgumentException e) {
            return OneShotStep.unrecognized(line, String.valueOf(e.getMessage()));
        }
    }

    private OneShotStep onEvent(Event event) {
        return switch (event) {
            case Event.AssistantStreamed(var content, var id) -> {
                pieces.computeIfAbsent(id, _ -> new StringBuilder()).append(content);
                yield OneShotStep.emit(event);
            }
            case Event.AssistantSaid(_, var id) -> {
                hasAnswer = true;
                if (id != null) {
                    pieces.remove(id);
                }
                yield OneShotStep.emit(event);
            }
            // Parley tells itself how a session ended: by the exit code and the errors before it.
            case Event.SessionEnded _ -> OneShotStep.NOTHING;
            case Event.AboutSession _,
                    Event.AboutTurn _,
                    Event.Message _,
                    Event.AboutTool _,
                    Event.AboutApproval _,
                    Event.TokensUsed _,
                    Event.Failed _,
                    Event.Unrecognized _ ->
                    OneShotStep.emit(event);
        };
    }

    /// An agent may leave it at the pieces; whoever wants the whole message gets it here.
    @Override
    protected OneShotStep finish(Ending ending) {
        if (pieces.isEmpty() && !hasAnswer) {
            return OneShotStep.emit(
                    Event.Failed.fatal("The agent ended without an answer.", ENDED_EARLY));
        }
        return OneShotStep.emit(
                pieces.entrySet().stream()
                        .map(message ->
                                new Event.AssistantSaid(
                                        message.getValue().toString(), message.getKey()))
                        .toList());
    }
}
