package dev.parley.tool;

import dev.parley.base.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Something that only the client of a call can answer, as MCP writes it.
public record ClientRequest(String method, JsonNode params) {
    public static final String ELICIT = "elicitation/create";

    /// Asks the person at the client to fill in a form.
    ///
    /// @param schema a flat JSON Schema of an object
    public static ClientRequest elicitation(String message, JsonNode schema) {
        var params = Json.object().put("mode", "form").put("message", message);
        params.set("requestedSchema", schema);
        return new ClientRequest(ELICIT, params);
    }

    /// What a client must have said that it can do.
    public String capability() {
        return switch (method) {
            case ELICIT -> "elicitation";
            case "sampling/createMessage" -> "sampling";
            case "roots/list" -> "roots";
            default -> throw new IllegalStateException("No client answers " + method);
        };
    }

    ObjectNode json() {
        var json = Json.object().put("method", method);
        json.set("params", params);
        return json;
    }
}
