package dev.parley.tool;

import dev.parley.base.json.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// Compares what a client answered with what it was asked. It comes from outside.
public final class McpAnswer {
    private static final Set<String> REFUSALS = Set.of("decline", "cancel");

    private McpAnswer() {}

    /// Whether it is an answer to this request. A person who declines has answered, too.
    public static boolean fits(ClientRequest request, @Nullable JsonNode answer) {
        if (answer == null || !answer.isObject()) {
            return false;
        }
        return switch (request.capability()) {
            case "elicitation" -> fitsForm(request, answer);
            case "sampling" -> answer.has("content");
            default -> answer.path("roots").isArray();
        };
    }

    /// The answers to some requests. A form that was sent without a decision is a form that was
    /// closed.
    static Map<String, JsonNode> settled(
            Map<String, ClientRequest> requests, Map<String, JsonNode> answers) {
        var settled = new LinkedHashMap<String, JsonNode>();
        answers.forEach((key, answer) -> {
            var request = requests.get(key);
            settled.put(key, request == null ? answer : settled(request, answer));
        });
        return settled;
    }

    /// The same for one of them.
    public static JsonNode settled(ClientRequest request, JsonNode answer) {
        return !request.capability().equals("elicitation") || fits(request, answer)
                ? answer
                : Json.object().put("action", "cancel");
    }

    private static boolean fitsForm(ClientRequest request, JsonNode answer) {
        var action = answer.path("action").asString("");
        if (REFUSALS.contains(action)) {
            return true;
        }
        var schema = request.params().path("requestedSchema");
        return action.equals("accept")
                && (!schema.isObject()
                        || (answer.path("content").isObject()
                                && new ArgumentCheck("form", schema)
                                        .complaints(answer.path("content"))
                                        .isEmpty()));
    }
}
