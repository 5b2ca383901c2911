package dev.parley.door.openai;

import dev.parley.base.json.Json;

import tools.jackson.databind.JsonNode;

import java.util.Optional;

/// Reads the JSON schema an answer is to have.
final class Schemas {
    private Schemas() {}

    /// @param format `response_format` of a chat, `text.format` of a response
    /// @param name what it is called in the request
    static Optional<String> read(JsonNode format, String name) {
        if (format.isMissingNode() || format.isNull()) {
            return Optional.empty();
        }
        return switch (format.path("type").asString("")) {
            case "text" -> Optional.empty();
            case "json_schema" -> {
                // Chats have it one level deeper.
                var nested = format.path("json_schema");
                var place = nested.isMissingNode() ? name : name + ".json_schema";
                var schema = (nested.isMissingNode() ? format : nested).path("schema");
                if (!schema.isObject()) {
                    throw Parameters.wrongType(place + ".schema", "an object");
                }
                yield Optional.of(Json.write(schema));
            }
            case "json_object" ->
                    throw ApiError.unsupported(
                            name, "An agent needs a schema to answer in JSON: use json_schema.");
            case String other ->
                    throw ApiError.wrong(
                            name,
                            "Invalid value for '" + name + ".type': '" + other + "'.",
                            "Use text or json_schema.");
        };
    }
}
