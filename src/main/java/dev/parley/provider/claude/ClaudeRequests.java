package dev.parley.provider.claude;

import dev.parley.base.json.Json;
import dev.parley.wire.LiveStep;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/// What we ask Claude Code beside the conversation, and what to do with its answers.
final class ClaudeRequests {
    private record Asked(
            Function<JsonNode, LiveStep> onAnswer, Function<JsonNode, LiveStep> onRefusal) {}

    private final Map<String, Asked> asked = new HashMap<>();
    private int count;

    String initialize(ClaudeHostTools tools, Function<JsonNode, LiveStep> then) {
        var request = Json.object().put("subtype", "initialize");
        tools.offer(request);
        // One that refuses to be initialized again still talks.
        return ask(request, then, _ -> then.apply(Json.object()));
    }

    String interrupt() {
        return ask(
                Json.object().put("subtype", "interrupt"),
                _ -> LiveStep.NOTHING,
                _ -> LiveStep.NOTHING);
    }

    String setModel(
            String model,
            Function<JsonNode, LiveStep> onAnswer,
            Function<JsonNode, LiveStep> onRefusal) {
        return ask(
                Json.object().put("subtype", "set_model").put("model", model), onAnswer, onRefusal);
    }

    String setMode(
            String mode,
            Function<JsonNode, LiveStep> onAnswer,
            Function<JsonNode, LiveStep> onRefusal) {
        return ask(
                Json.object().put("subtype", "set_permission_mode").put("mode", mode),
                onAnswer,
                onRefusal);
    }

    private String ask(
            ObjectNode request,
            Function<JsonNode, LiveStep> onAnswer,
            Function<JsonNode, LiveStep> onRefusal) {
        var id = "parley-" + ++count;
        asked.put(id, new Asked(onAnswer, onRefusal));
        return ClaudeLine.request(id, request);
    }

    /// An answer may have no `response` at all.
    LiveStep answered(JsonNode response, String line) {
        var question = asked.remove(response.path("request_id").asString(""));
        if (question == null) {
            return LiveStep.unclaimed(line, "an answer to nothing we asked");
        }
        return response.path("subtype").asString("").equals("success")
                ? question.onAnswer.apply(response.path("response"))
                : question.onRefusal.apply(response);
    }
}
