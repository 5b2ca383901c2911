package dev.parley.tool;

import tools.jackson.databind.JsonNode;

import java.util.List;

/// Compares any value with any schema, for tests elsewhere.
public final class SchemaFit {
    private SchemaFit() {}

    /// What does not fit, each in a line that names the place.
    public static List<String> complaints(JsonNode schema, JsonNode value) {
        return new ArgumentCheck("test", schema).complaints(value);
    }
}
