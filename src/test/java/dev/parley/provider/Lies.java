package dev.parley.provider;

import dev.parley.base.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BigIntegerNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/// The worst that can stand in the place of a value in a message, and the places where it can
/// stand.
enum Lies {
    GONE(null),
    NULL(NullNode.getInstance()),
    TRUE(BooleanNode.TRUE),
    NEGATIVE(IntNode.valueOf(-7)),
    HUGE(BigIntegerNode.valueOf(new BigInteger("9".repeat(400)))),
    LONGEST(Json.parse("9223372036854775807").orElseThrow()),
    INFINITE(DoubleNode.valueOf(Double.POSITIVE_INFINITY)),
    FRACTION(DoubleNode.valueOf(1e99)),
    EMPTY(StringNode.valueOf("")),
    ODD(StringNode.valueOf("\u0000 \ud800 \u202e\u001b[2K\r\n" + "ü".repeat(300))),
    LIST(Json.array().addNull().add("x").add(Json.array()).add(Json.object())),
    OBJECT(Json.object().put("x", 1).putNull("id").set("type", Json.object())),
    DEEP(deep());

    private final JsonNode value;

    Lies(JsonNode value) {
        this.value = value;
    }

    /// The deepest that is read.
    private static JsonNode deep() {
        return Json.parse("[".repeat(390) + "]".repeat(390)).orElseThrow();
    }

    /// Tells every form a line has with one value replaced, and where that was. Nothing where the
    /// line is no JSON.
    void tell(String line, BiConsumer<String, String> told) {
        Json.parse(line).ifPresent(root -> each(root, root, "", told));
    }

    private void each(JsonNode root, JsonNode node, String path, BiConsumer<String, String> told) {
        switch (node) {
            case ObjectNode object -> {
                for (var name : List.copyOf(object.propertyNames())) {
                    var was = object.get(name);
                    replace(object, name);
                    told.accept(path + "." + name, Json.write(root));
                    object.set(name, was);
                    each(root, was, path + "." + name, told);
                }
            }
            case ArrayNode array -> {
                for (var at = 0; at < Math.min(2, array.size()); at++) {
                    var was = array.get(at);
                    array.set(at, Optional.ofNullable(value).orElse(NullNode.getInstance()));
                    told.accept(path + "[]", Json.write(root));
                    array.set(at, was);
                    each(root, was, path + "[]", told);
                }
            }
            default -> {}
        }
    }

    private void replace(ObjectNode object, String name) {
        if (value == null) {
            object.remove(name);
        } else {
            object.set(name, value);
        }
    }

    /// The whole line as something else.
    static List<String> insteadOf(String line) {
        var all = new ArrayList<>(List.of("", "null", "[]", "{}", "7", "\"text\"", "\u0000", "}{"));
        all.add(line.substring(0, line.length() / 2));
        all.add(line + line);
        all.add("[" + line + "]");
        all.add("[".repeat(100_000));
        all.add("{\"a\":".repeat(100_000));
        all.add("\ufffd" + line);
        return all;
    }
}
