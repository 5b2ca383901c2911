package dev.parley.testing.model;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Locale;

/// The dullest value a JSON schema allows, for side requests that want their answer in a shape.
final class SchemaSample {
    private SchemaSample() {}

    static Object of(JsonNode schema) {
        if (schema.has("enum")) {
            return schema.path("enum").path(0).asString();
        }
        // Gemini's own schemas write types in upper case.
        return switch (schema.path("type").asString("string").toLowerCase(Locale.ROOT)) {
            case "object" -> {
                var object = Json.object();
                schema.path("properties")
                        .propertyStream()
                        .forEach(p -> object.put(p.getKey(), of(p.getValue())));
                yield object;
            }
            case "array" -> List.of();
            case "boolean" -> false;
            case "integer", "number" -> schema.path("minimum").asInt(1);
            default -> "ok";
        };
    }
}
