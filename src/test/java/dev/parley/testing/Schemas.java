package dev.parley.testing;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Compares values with the schemas of the API documents, as far as they use JSON Schema. A
/// property that an object schema does not describe is an error too: it is missing in the document.
public final class Schemas {
    private final JsonNode document;

    public Schemas(JsonNode document) {
        this.document = document;
    }

    /// What does not fit, each with its place; empty when all does.
    public List<String> check(JsonNode schema, JsonNode value) {
        var choice = followed(schema).path("oneOf");
        if (choice.isArray()) {
            var fitting = choice.valueStream().filter(one -> check(one, value).isEmpty()).count();
            return fitting == 1 ? List.of() : List.of(" fits " + fitting + " of oneOf: " + value);
        }
        var errors = new ArrayList<String>();
        check(schema, value, "", errors);
        var parts = parts(schema).toList();
        if (value.isObject() && parts.stream().anyMatch(part -> part.has("properties"))) {
            var known = new TreeSet<String>();
            parts.forEach(part -> known.addAll(part.path("properties").propertyNames()));
            value.propertyNames().stream()
                    .filter(name -> !known.contains(name))
                    .forEach(name -> errors.add(name + " is not described"));
        }
        return errors;
    }

    /// The names an object may have, and those it must have.
    public record Names(TreeSet<String> possible, TreeSet<String> required) {}

    public Names names(JsonNode schema) {
        var names = new Names(new TreeSet<>(), new TreeSet<>());
        parts(schema)
                .forEach(part -> {
                    names.possible().addAll(part.path("properties").propertyNames());
                    part.path("required").forEach(name -> names.required().add(name.asString()));
                });
        return names;
    }

    /// A schema and those it is composed of, references followed.
    private Stream<JsonNode> parts(JsonNode schema) {
        var followed = followed(schema);
        return Stream.concat(
                Stream.of(followed), followed.path("allOf").valueStream().flatMap(this::parts));
    }

    private void check(JsonNode schema, JsonNode value, String place, List<String> errors) {
        for (var part : parts(schema).toList()) {
            if (!hasType(part.path("type"), value)) {
                errors.add(place + " is no " + part.path("type") + ": " + value);
                continue;
            }
            if (part.has("const") && !part.path("const").equals(value)
                    || part.has("enum")
                            && part.path("enum").valueStream().noneMatch(value::equals)) {
                errors.add(place + " may not be " + value);
            }
            part.path("required")
                    .valueStream()
                    .map(JsonNode::asString)
                    .filter(name -> !value.has(name))
                    .forEach(name -> errors.add(place + "." + name + " is missing"));
            part.path("properties")
                    .propertyStream()
                    .filter(entry -> value.has(entry.getKey()))
                    .forEach(entry ->
                            nested(
                                    entry.getValue(),
                                    value.path(entry.getKey()),
                                    place + "." + entry.getKey(),
                                    errors));
            if (part.has("items")) {
                value.valueStream()
                        .forEach(item -> nested(part.path("items"), item, place + "[]", errors));
            }
        }
    }

    private void nested(JsonNode schema, JsonNode value, String place, List<String> errors) {
        check(schema, value).forEach(error -> errors.add(place + error));
    }

    private static boolean hasType(JsonNode type, JsonNode value) {
        if (type.isArray()) {
            return type.valueStream().anyMatch(one -> hasType(one, value));
        }
        return switch (type.asString("")) {
            case "" -> true;
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "boolean" -> value.isBoolean();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "null" -> value.isNull();
            case String other -> throw new IllegalArgumentException("No type " + other);
        };
    }

    /// What a reference leads to; fails where it leads nowhere.
    public JsonNode followed(JsonNode schema) {
        var reference = schema.path("$ref").asString("");
        if (reference.isEmpty()) {
            return schema;
        }
        var found = document.at(reference.replaceFirst("^#", ""));
        if (found.isMissingNode()) {
            throw new IllegalArgumentException("Nothing is at " + reference);
        }
        return followed(found);
    }
}
