package dev.parley.tool;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

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
