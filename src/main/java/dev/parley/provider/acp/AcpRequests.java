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
    private record Asked(
            Function<JsonNode, LiveStep> onResult,
            Function<JsonRpc.ErrorResponse, LiveStep> onError) {}

    private final Map<JsonNode, Asked> asked = new HashMap<>();
    private long last;

    LiveStep ask(
            String method,
            JsonNode params,
            Function<JsonNode, LiveStep> onResult,
            Function<JsonRpc.ErrorResponse, LiveStep> onError) {
        var id = JsonRpc.id(++last);
        asked.put(id, new Asked(onResult, onError));
        return LiveStep.send(new JsonRpc.Request(id, method, params).line());
    }

    /// Empty when nobody asked, or the answer was there before.
    Optional<LiveStep> answered(JsonRpc.Response answer) {
        return Optional.ofNullable(asked.remove(answer.id()))
                .map(call -> call.onResult().apply(answer.result()));
    }

    Optional<LiveStep> refused(JsonRpc.ErrorResponse error) {
        return Optional.ofNullable(asked.remove(error.id()))
                .map(call -> call.onError().apply(error));
    }
}
