package dev.parley.provider.codex;

import dev.parley.wire.JsonRpc;
import dev.parley.wire.LiveStep;

import tools.jackson.databind.JsonNode;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/// What we have asked the app server, by number, and what to do with its answers.
final class CodexRequests {
    private record Asked(
            Function<JsonNode, LiveStep> onResult, Function<String, LiveStep> onError) {}

    private final Map<JsonNode, Asked> asked = new HashMap<>();
    private long count;

    LiveStep ask(
            String method,
            JsonNode params,
            Function<JsonNode, LiveStep> onResult,
            Function<String, LiveStep> onError) {
        var id = JsonRpc.id(++count);
        asked.put(id, new Asked(onResult, onError));
        return LiveStep.send(CodexLine.of(new JsonRpc.Request(id, method, params)));
    }

    /// For what needs no answer.
    LiveStep send(String method, JsonNode params) {
        return ask(method, params, _ -> LiveStep.NOTHING, _ -> LiveStep.NOTHING);
    }

    LiveStep answered(JsonNode id, JsonNode result, String line) {
        var question = asked.remove(id);
        return question == null ? unknown(line) : question.onResult.apply(result);
    }

    LiveStep refused(JsonNode id, String message, String line) {
        var question = asked.remove(id);
        return question == null ? unknown(line) : question.onError.apply(message);
    }

    private static LiveStep unknown(String line) {
        return LiveStep.unclaimed(line, "an answer to nothing we asked");
    }
}
