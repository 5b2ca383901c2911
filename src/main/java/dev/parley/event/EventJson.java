package dev.parley.event;

import dev.parley.base.json.Json;
import dev.parley.base.json.JsonMistake;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/// Events as every door sends them: common fields, then exactly one payload. The only place that
/// knows their names in JSON.
public final class EventJson {
    /// Whether the provider's own line travels along.
    public enum Raw {
        INCLUDED,
        LEFT_OUT
    }

    private enum Type {
        SESSION_START("session.start", "session", Event.SessionStarted.class),
        SESSION_END("session.end", "session", Event.SessionEnded.class),
        SESSION_UPDATE("session.update", "session", Event.SessionChanged.class),
        TURN_QUEUED("turn.queued", "turn", Event.TurnQueued.class),
        TURN_START("turn.start", "turn", Event.TurnStarted.class),
        TURN_END("turn.end", "turn", Event.TurnEnded.class),
        MESSAGE_USER("message.user", "message", Event.UserSaid.class),
        MESSAGE_ASSISTANT("message.assistant", "message", Event.AssistantSaid.class),
        MESSAGE_DELTA("message.delta", "message", Event.AssistantStreamed.class),
        THINKING("thinking", "message", Event.Thought.class),
        TOOL_CALL("tool.call", "tool", Event.ToolCalled.class),
        TOOL_RESULT("tool.result", "tool", Event.ToolReturned.class),
        TOKEN_USAGE("token.usage", "tokens", Event.TokensUsed.class),
        ERROR("error", "error", Event.Failed.class),
        APPROVAL_REQUEST("approval.request", "approval", Event.ApprovalRequested.class),
        APPROVAL_RESPONSE("approval.response", "approval", Event.ApprovalAnswered.class),
        UNRECOGNIZED("unrecognized", "line", Event.Unrecognized.class);

        final String wireName;
        final String payload;
        final Class<? extends Event> event;

        Type(String wireName, String payload, Class<? extends Event> event) {
            this.wireName = wireName;
            this.payload = payload;
            this.event = event;
        }

        private static final Map<Class<?>, Type> BY_EVENT =
                Arrays.stream(values())
                        .collect(Collectors.toUnmodifiableMap(type -> type.event, type -> type));

        static Type of(Event event) {
            return Objects.requireNonNull(BY_EVENT.get(event.getClass()));
        }

        static Type named(String wireName) {
            return Arrays.stream(values())
                    .filter(type -> type.wireName.equals(wireName))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("No event type " + wireName));
        }
    }

    private EventJson() {}

    public static ObjectNode write(Envelope envelope, Raw raw) {
        var type = Type.of(envelope.event());
        var json = Json.object().put("type", type.wireName);
        json.put("timestamp", envelope.timestamp().toString()).put("provider", envelope.provider());
        if (envelope.sessionId() != null) {
            json.put("sessionId", envelope.sessionId());
        }
        json.put("sequenceNumber", envelope.sequenceNumber());
        json.set(type.payload, payload(envelope.event()));
        if (raw == Raw.INCLUDED && envelope.raw() != null) {
            json.put("raw", envelope.raw());
        }
        return json;
    }

    /// An event by itself, as agents print it: its type and its payload.
    public static ObjectNode writeEvent(Event event) {
        var type = Type.of(event);
        return Json.object().put("type", type.wireName).set(type.payload, payload(event));
    }

    /// Reads what [#writeEvent] writes. Others write such lines by hand, so whatever is wrong with
    /// one is an `IllegalArgumentException` that says what.
    public static Event readEvent(JsonNode json) {
        var type = Type.named(json.path("type").asString(""));
        var payload = json.path(type.payload);
        if (!payload.isObject()) {
            throw new IllegalArgumentException(type.wireName + " without " + type.payload);
        }
        try {
            return complete(type, event(type, payload));
        } catch (JacksonException e) {
            throw new IllegalArgumentException(type.wireName + ": " + JsonMistake.of(e), e);
        }
    }

    public static Envelope read(JsonNode json) {
        var type = Type.named(json.path("type").asString(""));
        return new Envelope(
                Instant.parse(json.path("timestamp").asString("")),
                json.path("provider").asString(""),
                json.path("sessionId").asString(null),
                json.path("sequenceNumber").asLong(0),
                event(type, json.path(type.payload)),
                json.path("raw").asString(null));
    }

    private static JsonNode payload(Event event) {
        return switch (event) {
            case Event.TokensUsed(var usage) -> Json.tree(usage);
            case Event.UserSaid said -> spoken("user", said);
            case Event.AssistantSaid said -> spoken("assistant", said);
            // By hand: of these there are many, and each is waited for.
            case Event.AssistantStreamed(var content, var messageId) ->
                    Json.object()
                            .put("role", "assistant")
                            .put("content", content)
                            .put("messageId", messageId)
                            .put("isDelta", true);
            case Event.Thought thought -> spoken("assistant", thought);
            case Event.AboutSession _,
                    Event.AboutTurn _,
                    Event.AboutTool _,
                    Event.AboutApproval _,
                    Event.Failed _,
                    Event.Unrecognized _ ->
                    Json.tree(event);
        };
    }

    private static Event event(Type type, JsonNode payload) {
        return type == Type.TOKEN_USAGE
                ? new Event.TokensUsed(Json.read(payload, Usage.class))
                : Json.read(payload, type.event);
    }

    /// Everything that is not marked as nullable must be there.
    private static Event complete(Type type, Event event) {
        for (var part : event.getClass().getRecordComponents()) {
            if (!part.getAnnotatedType().isAnnotationPresent(Nullable.class)
                    && Json.tree(event).path(part.getName()).isMissingNode()
                    && !List.class.isAssignableFrom(part.getType())) {
                throw new IllegalArgumentException(type.wireName + " without " + part.getName());
            }
        }
        return event;
    }

    private static ObjectNode spoken(String role, Event event) {
        return Json.object().put("role", role).setAll((ObjectNode) Json.tree(event));
    }
}
