package dev.parley.provider.acp;

import dev.parley.wire.JsonRpc;
import dev.parley.wire.LiveStep;

import tools.jackson.databind.JsonNode;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What we asked the agent, until it answers. Our numbers have nothing to do with those of the
/// agent's own requests, which also begin at the bottom.
final class AcpRequests {
    private record Open(
            Function<JsonNode, LiveStep> onResult,
            Function<JsonRpc.ErrorResponse, LiveStep> onError) {}

    private final Map<JsonNode, Open> open = new HashMap<>();
    private long last;

    LiveStep ask(
            String method,
            JsonNode params,
            Function<JsonNode, LiveStep> onResult,
            Function<JsonRpc.ErrorResponse, LiveStep> onError) {
        var id = JsonRpc.id(++last);
        open.put(id, new Open(onResult, onError));
        return LiveStep.send(new JsonRpc.Request(id, method, params).line());
    }

    /// Empty when nobody asked, or the answer was there before.
    Optional<LiveStep> hear(JsonRpc.Response answer) {
        return Optional.ofNullable(open.remove(answer.id()))
                .map(call -> call.onResult().apply(answer.result()));
    }

    Optional<LiveStep> hear(JsonRpc.ErrorResponse error) {
        return Optional.ofNullable(open.remove(error.id()))
                .map(call -> call.onError().apply(error));
    }
}
