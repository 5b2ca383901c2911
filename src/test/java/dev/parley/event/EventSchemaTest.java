package dev.parley.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.base.resource.Resources;
import dev.parley.door.rest.DocumentRoutes;
import dev.parley.testing.Schemas;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import tools.jackson.databind.JsonNode;

import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The schema of every event and its record are the same in both directions.
class EventSchemaTest {
    private static final JsonNode DOCUMENT =
            Json.parse(Resources.text(DocumentRoutes.class, "openapi.json")).orElseThrow();
    private static final JsonNode CHOICES = DOCUMENT.at("/components/schemas/Event").path("oneOf");

    private final Schemas schemas = new Schemas(DOCUMENT);

    static Stream<Class<?>> events() {
        return leaves(Event.class);
    }

    private static Stream<Class<?>> leaves(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(EventSchemaTest::leaves)
                : Stream.of(type);
    }

    @ParameterizedTest
    @MethodSource("events")
    void isDescribedAsItIsWritten(Class<? extends Event> type) throws Exception {
        var whole = written(type, true);
        var schema =
                CHOICES.valueStream()
                        .filter(one -> schemas.check(one, whole).isEmpty())
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("No schema for " + whole));
        assertEquals(List.of(), schemas.check(schema, written(type, false)));
        // What the payload may have and must have: a record with everything, and one without.
        var payload = payload(whole);
        var names = schemas.names(schemas.followed(schema).path("properties").path(payload));
        assertEquals(names.possible(), names(whole.path(payload)));
        assertEquals(names.required(), names(written(type, false).path(payload)));
    }

    @Test
    void noOtherEventIsDescribed() {
        assertEquals(events().count(), CHOICES.size());
    }

    private static String payload(JsonNode event) {
        return event.propertyNames().stream()
                .filter(name -> event.path(name).isObject())
                .findFirst()
                .orElseThrow();
    }

    private static TreeSet<String> names(JsonNode object) {
        return new TreeSet<>(object.propertyNames());
    }

    private static JsonNode written(Class<? extends Event> type, boolean isWhole) throws Exception {
        var envelope = new Envelope(Instant.EPOCH, "demo", "n", 1, sample(type, isWhole), null);
        return EventJson.write(envelope, EventJson.Raw.LEFT_OUT);
    }

    private static <T> T sample(Class<T> type, boolean isWhole) throws Exception {
        var parts = type.getRecordComponents();
        var values = new Object[parts.length];
        for (var at = 0; at < parts.length; at++) {
            values[at] = isWhole || !isOptional(parts[at]) ? value(parts[at], isWhole) : null;
        }
        var types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
        var constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor.newInstance(values);
    }

    /// An empty list is left out, as an absent value is.
    private static boolean isOptional(RecordComponent part) {
        return part.getAnnotatedType().isAnnotationPresent(Nullable.class)
                || part.getType() == List.class;
    }

    private static Object value(RecordComponent part, boolean isWhole) throws Exception {
        var type = part.getType();
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        if (type == List.class) {
            return List.of("one");
        }
        return switch (type.getSimpleName()) {
            case "String" -> "text";
            case "boolean", "Boolean" -> true;
            case "Integer" -> 7;
            case "long", "Long" -> 7L;
            case "Double" -> 0.5;
            case "JsonNode" -> Json.object().put("key", "value");
            default -> sample(type, isWhole);
        };
    }
}
