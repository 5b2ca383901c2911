package dev.parley.base.json;

import com.fasterxml.jackson.annotation.JsonProperty;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.node.ObjectNode;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The JSON Schema of what [StrictJson] reads into a record: which keys there are, and what kind of
/// value each of them takes.
public final class RecordSchema {
    private static final String TYPE = "type";

    private RecordSchema() {}

    /// @param shape a record
    public static ObjectNode of(Class<?> shape, String title) {
        return whole(record(shape, List.of()), title);
    }

    /// A file with entries under names of the user's.
    public static ObjectNode ofEntries(Class<?> shape, String title) {
        var schema = Json.object().put(TYPE, "object");
        schema.putObject("properties");
        return whole(schema.set("additionalProperties", record(shape, List.of())), title);
    }

    private static ObjectNode whole(ObjectNode schema, String title) {
        schema.withObject("properties").putObject("$schema").put(TYPE, "string");
        return Json.object()
                .put("$schema", "https://json-schema.org/draft/2020-12/schema")
                .put("title", title)
                .setAll(schema);
    }

    /// @param above the records it is in: one that has itself below it is not told any deeper
    private static ObjectNode record(Class<?> shape, List<Class<?>> above) {
        var schema = Json.object().put(TYPE, "object");
        if (above.contains(shape)) {
            return schema;
        }
        var path = Stream.concat(above.stream(), Stream.of(shape)).<Class<?>>map(it -> it).toList();
        var properties = schema.putObject("properties");
        for (var component : shape.getRecordComponents()) {
            properties.set(name(component), of(component.getGenericType(), path));
        }
        return schema.put("additionalProperties", false);
    }

    private static String name(RecordComponent component) {
        var renamed = component.getAccessor().getAnnotation(JsonProperty.class);
        return renamed == null || renamed.value().isEmpty() ? component.getName() : renamed.value();
    }

    private static ObjectNode of(Type type, List<Class<?>> above) {
        if (type instanceof ParameterizedType generic) {
            return generic(generic, above);
        }
        if (!(type instanceof Class<?> plain)) {
            return Json.object();
        }
        if (plain == String.class) {
            return Json.object().put(TYPE, "string");
        }
        if (plain == Boolean.class || plain == boolean.class) {
            return Json.object().put(TYPE, "boolean");
        }
        if (plain == Double.class || plain == double.class) {
            return Json.object().put(TYPE, "number");
        }
        if (plain.isPrimitive() || Number.class.isAssignableFrom(plain)) {
            return Json.object().put(TYPE, "integer");
        }
        if (plain.isEnum()) {
            return words(plain);
        }
        if (plain.isRecord() && !isNamed(plain)) {
            return record(plain, above);
        }
        // What a file names by a word, or any JSON.
        return JsonNode.class.isAssignableFrom(plain)
                ? Json.object()
                : Json.object().put(TYPE, "string");
    }

    /// Something that is in the program, such as a format, is read by a reader of its own.
    private static boolean isNamed(Class<?> type) {
        return type.isAnnotationPresent(JsonDeserialize.class)
                || Arrays.stream(type.getInterfaces())
                        .anyMatch(one -> one.isAnnotationPresent(JsonDeserialize.class));
    }

    private static ObjectNode generic(ParameterizedType type, List<Class<?>> above) {
        var arguments = type.getActualTypeArguments();
        var raw = (Class<?>) type.getRawType();
        if (Collection.class.isAssignableFrom(raw)) {
            return Json.object().put(TYPE, "array").set("items", of(arguments[0], above));
        }
        if (Map.class.isAssignableFrom(raw)) {
            var schema = Json.object().put(TYPE, "object");
            if (arguments[0] instanceof Class<?> key && key.isEnum()) {
                schema.set("propertyNames", words(key));
            }
            return schema.set("additionalProperties", of(arguments[1], above));
        }
        return Json.object();
    }

    private static ObjectNode words(Class<?> type) {
        var schema = Json.object();
        var words = schema.putArray("enum");
        for (var constant : type.getEnumConstants()) {
            words.add(Json.tree(constant));
        }
        return schema;
    }
}
