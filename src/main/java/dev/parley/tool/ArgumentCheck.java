package dev.parley.tool;

import dev.harrel.jsonschema.Error;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.parley.base.problem.Problem;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.util.List;

/// Compares arguments with the schema of a tool. Thread-safe.
final class ArgumentCheck {
    private static final int MOST_COMPLAINTS = 10;

    private final Validator validator;
    private final URI schema;

    /// @throws Problem when the schema itself is none
    ArgumentCheck(String tool, JsonNode schema) {
        validator =
                new ValidatorFactory().withJsonNodeFactory(SchemaValue.FACTORY).createValidator();
        try {
            this.schema = validator.registerSchema((Object) schema);
        } catch (RuntimeException e) {
            throw Problem.invalid(
                    "The schema of the tool \"" + tool + "\" is no JSON Schema: " + e.getMessage(),
                    "See json-schema.org for what it may say.");
        }
    }

    /// What does not fit, each in a line that names the place; empty when all is well.
    List<String> complaints(JsonNode arguments) {
        // A validator remembers what it has seen of references, so one call at a time.
        synchronized (validator) {
            return validator.validate(schema, (Object) arguments).getErrors().stream()
                    .map(ArgumentCheck::line)
                    .distinct()
                    .limit(MOST_COMPLAINTS)
                    .toList();
        }
    }

    private static String line(Error error) {
        var place = error.getInstanceLocation().isEmpty() ? "/" : error.getInstanceLocation();
        // What `additionalProperties: false` forbids is compared with a schema that fits nothing.
        return error.getError().equals("False schema always fails")
                ? place + ": there is no such argument"
                : place + ": " + error.getError();
    }
}
