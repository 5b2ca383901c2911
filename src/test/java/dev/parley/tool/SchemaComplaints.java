package dev.parley.tool;

import tools.jackson.databind.JsonNode;

import java.util.List;

/// What a validator of JSON Schema says of a value, for tests of other packages.
public final class SchemaComplaints {
    private SchemaComplaints() {}

    public static List<String> of(JsonNode schema, JsonNode value) {
        return new ArgumentCheck("schema", schema).complaints(value);
    }
}
