package dev.parley.testing.model;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The little JSON the model APIs need: objects are ordered maps, written out at the end.
final class Json {
    private static final JsonMapper MAPPER = new JsonMapper();

    private Json() {}

    static JsonNode parse(String json) {
        return json.isBlank() ? MAPPER.createObjectNode() : MAPPER.readTree(json);
    }

    static String write(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /// An object from names and values in turn; a value may be null.
    static Map<String, Object> object(Object... namesAndValues) {
        var object = new LinkedHashMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }

    static <T> List<T> appended(List<T> list, T last) {
        var longer = new ArrayList<T>(list);
        longer.add(last);
        return longer;
    }

    /// The text of a string, of `{"text": …}`, or of an array of such blocks, one element per
    /// block.
    static Stream<String> texts(JsonNode content) {
        if (content.isString()) {
            return Stream.of(content.asString());
        }
        if (content.isArray()) {
            return content.valueStream().flatMap(Json::texts);
        }
        return content.path("text").isString()
                ? Stream.of(content.path("text").asString())
                : Stream.of();
    }

    static String joined(Stream<String> texts) {
        return String.join("\n", texts.toList());
    }
}
