package dev.parley.door.json;

import dev.parley.base.json.Json;
import dev.parley.base.json.StrictJson;
import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Map;

/// Reads what programs send, as strictly as a file that was written by hand: a client that mistypes
/// a key wants to know.
public final class Messages {
    private Messages() {}

    /// The JSON object that a text should be.
    public static ObjectNode object(String text, String what) {
        return (ObjectNode)
                Json.parseObject(text)
                        .orElseThrow(() ->
                                Problem.invalid(what + " is no JSON object.", "Send one as text."));
    }

    /// Takes the `type` out of a message and looks up what is known under it.
    public static <V> V known(ObjectNode message, String what, Map<String, V> types) {
        var type = message.remove("type");
        if (type == null || !type.isString()) {
            throw Problem.invalid(
                    what + " has no \"type\".",
                    "It is one of " + String.join(", ", types.keySet()) + ".");
        }
        var found = types.get(type.asString());
        if (found == null) {
            throw Problem.invalid(
                    what + " has the unknown type \"" + type.asString() + "\".",
                    Closest.question(
                            type.asString(),
                            types.keySet(),
                            "Known are " + String.join(", ", types.keySet()) + "."));
        }
        return found;
    }

    /// @param what how the message is called in an error
    public static <T> T read(JsonNode message, String what, Class<T> shape) {
        try {
            return StrictJson.read(Json.write(message), what, shape);
        } catch (Problem problem) {
            throw Problem.invalid(problem.message(), problem.remedy());
        }
    }

    public static <T> T required(@Nullable T value, String key, String what) {
        if (value == null) {
            throw Problem.invalid(what + ": the key \"" + key + "\" is missing.", "Add it.");
        }
        return value;
    }
}
