package dev.parley.door.socket;

import dev.parley.api.LoggedEvent;
import dev.parley.api.TerminalEvent;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.json.LiveJson;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// What the server sends on the WebSocket, as JSON in UTF-8. What goes to many is written once.
final class ServerMessage {
    private static final class Written {
        final TerminalEvent event;
        final byte[] json;

        Written(TerminalEvent event) {
            this.event = event;
            this.json = bytes(json(event));
        }
    }

    /// An event of a terminal goes to one watcher after the other: the last one written is the one
    /// the next watcher needs.
    private final AtomicReference<@Nullable Written> last = new AtomicReference<>();

    static ObjectNode message(String type, @Nullable JsonNode requestId) {
        var message = Json.object().put("type", type);
        return requestId == null ? message : message.set("requestId", requestId);
    }

    static ObjectNode error(Problem problem, @Nullable JsonNode requestId) {
        return message("error", requestId)
                .put("title", problem.message())
                .put("detail", problem.remedy())
                .put("kind", problem.kind().name())
                .put("status", problem.kind().httpStatus());
    }

    static byte[] bytes(ObjectNode message) {
        return Json.MAPPER.writeValueAsBytes(message);
    }

    byte[] of(TerminalEvent event) {
        var known = last.get();
        if (known == null || !known.event.equals(event)) {
            known = new Written(event);
            last.set(known);
        }
        return known.json;
    }

    private static ObjectNode json(TerminalEvent event) {
        var type =
                switch (event) {
                    case TerminalEvent.Printed _ -> "terminal.output";
                    case TerminalEvent.Exited _ -> "terminal.exit";
                };
        return message(type, null).put("terminalId", event.terminalId()).setAll(LiveJson.of(event));
    }

    /// The event's JSON is there already: only the envelope is put around it.
    ///
    /// @param terminal where the same native session goes on
    static byte[] of(LoggedEvent recorded, String provider, Optional<String> terminal) {
        return ("{\"type\":\"liveSession.event\","
                        + terminal.map(id -> "\"terminalId\":" + Json.write(id) + ",").orElse("")
                        + "\"provider\":"
                        + Json.write(provider)
                        + ",\"sessionId\":\""
                        + recorded.session().value()
                        + "\",\"event\":"
                        + recorded.json()
                        + "}")
                .getBytes(StandardCharsets.UTF_8);
    }
}
