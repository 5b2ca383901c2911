package dev.parley.testing.hostile;

import dev.parley.base.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.util.ArrayList;
import java.util.List;

/// Every field of a JSON document, and the document with another value in one of them.
public final class JsonFields {
    private static final int LONG = 100;
    private static final String PLACE = "@here@";
    private static final List<String> KINDS =
            List.of("/type", "/subtype", "/role", "/payload/type", "/payload/item/type");
    private static final List<String> MORE_KINDS =
            List.of("/message/type", "/event/type", "/systemPayload/uiEvent/event.name");

    private JsonFields() {}

    /// A field.
    ///
    /// @param name the same for the same field of other documents of this kind
    public record Field(String name, String document) {
        /// @param value as it is written in JSON
        public String with(String value) {
            return document.replace('"' + PLACE + '"', value);
        }
    }

    public static List<Field> of(JsonNode document) {
        var fields = new ArrayList<Field>();
        var brief = brief(document);
        collect(brief, brief, kind(document), fields);
        return fields;
    }

    /// Instructions and outputs are long, and what they say is of no interest here.
    private static JsonNode brief(JsonNode value) {
        if (value instanceof ObjectNode object) {
            var copy = Json.object();
            object.forEachEntry((name, member) -> copy.set(name, brief(member)));
            return copy;
        }
        if (value instanceof ArrayNode array) {
            var copy = Json.array();
            array.valueStream().limit(3).forEach(element -> copy.add(brief(element)));
            return copy;
        }
        var isLong = value.isString() && value.asString().length() > LONG;
        return isLong ? StringNode.valueOf(value.asString().substring(0, LONG)) : value;
    }

    private static String kind(JsonNode document) {
        var kind = new StringBuilder();
        KINDS.forEach(place -> kind.append(document.at(place).asString("")).append(' '));
        MORE_KINDS.forEach(place -> kind.append(document.at(place).asString("")).append(' '));
        return kind.toString();
    }

    private static void collect(JsonNode root, JsonNode at, String name, List<Field> fields) {
        if (at instanceof ObjectNode object) {
            for (var member : List.copyOf(object.propertyNames())) {
                var value = object.get(member);
                object.set(member, StringNode.valueOf(PLACE));
                fields.add(new Field(name + "." + member, Json.write(root)));
                object.set(member, value);
                collect(root, value, name + "." + member, fields);
            }
        } else if (at instanceof ArrayNode array) {
            for (var index = 0; index < array.size(); index++) {
                var value = array.get(index);
                array.set(index, StringNode.valueOf(PLACE));
                fields.add(new Field(name + "[]", Json.write(root)));
                array.set(index, value);
                collect(root, value, name + "[]", fields);
            }
        }
    }
}
