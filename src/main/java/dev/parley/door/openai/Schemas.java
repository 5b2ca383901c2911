package dev.parley.door.openai;

import dev.parley.base.json.Json;
import dev.parley.work.call.Call;

import tools.jackson.databind.JsonNode;

import java.util.Optional;

/// Reads whether an answer is to be JSON, and its schema.
final class Schemas {
    private Schemas() {}

    /// @param format `response_format` of a chat, `text.format` of a response
    /// @param name what it is called in the request
    static Call.Form read(JsonNode format, String name, Optional<Call.Effort> effort) {
        if (Parameters.isAbsent(format)) {
            return new Call.Form(Optional.empty(), false, effort);
        }
        return switch (format.path("type").asString("")) {
            case "text" -> new Call.Form(Optional.empty(), false, effort);
            case "json_schema" -> {
                // Chats have it one level deeper.
                var nested = format.path("json_schema");
                var place = nested.isMissingNode() ? name : name + ".json_schema";
                var schema = (nested.isMissingNode() ? format : nested).path("schema");
                if (!schema.isObject()) {
                    throw Parameters.wrongType(place + ".schema", "an object");
                }
                yield new Call.Form(Optional.of(Json.write(schema)), false, effort);
            }
            case "json_object" -> new Call.Form(Optional.empty(), true, effort);
            case String other ->
                    throw ApiError.wrong(
                            name,
                            "Invalid value for '" + name + ".type': '" + other + "'.",
                            "Use text, json_object or json_schema.");
        };
    }
}
