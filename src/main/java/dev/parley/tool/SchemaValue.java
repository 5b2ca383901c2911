package dev.parley.tool;

import dev.harrel.jsonschema.JsonNodeFactory;
import dev.harrel.jsonschema.SimpleType;
import dev.parley.base.json.Json;

import tools.jackson.databind.JsonNode;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// A JSON value of ours, as the schema library wants to see it.
record SchemaValue(JsonNode json, String getJsonPointer) implements dev.harrel.jsonschema.JsonNode {
    static final JsonNodeFactory FACTORY =
            new JsonNodeFactory() {
                @Override
                public dev.harrel.jsonschema.JsonNode wrap(Object node) {
                    return new SchemaValue((JsonNode) node, "");
                }

                @Override
                public dev.harrel.jsonschema.JsonNode create(String text) {
                    return wrap(Json.parse(text).orElseThrow());
                }
            };

    @Override
    public SimpleType getNodeType() {
        return switch (json.getNodeType()) {
            case BOOLEAN -> SimpleType.BOOLEAN;
            case STRING, BINARY -> SimpleType.STRING;
            case NUMBER -> numberType();
            case ARRAY -> SimpleType.ARRAY;
            case OBJECT, POJO -> SimpleType.OBJECT;
            case NULL, MISSING -> SimpleType.NULL;
        };
    }

    /// JSON Schema calls 1.0 an integer, too. `1e999` has become infinite, which JSON cannot say.
    private SimpleType numberType() {
        var number = json.doubleValue();
        if (!Double.isFinite(number)) {
            return SimpleType.NULL;
        }
        return json.isIntegralNumber() || number == Math.rint(number)
                ? SimpleType.INTEGER
                : SimpleType.NUMBER;
    }

    @Override
    public boolean asBoolean() {
        return json.booleanValue();
    }

    @Override
    public String asString() {
        return json.stringValue();
    }

    @Override
    public BigInteger asInteger() {
        return json.decimalValue().toBigInteger();
    }

    @Override
    public BigDecimal asNumber() {
        return json.decimalValue();
    }

    @Override
    public List<dev.harrel.jsonschema.JsonNode> asArray() {
        return IntStream.range(0, json.size())
                .<dev.harrel.jsonschema.JsonNode>mapToObj(
                        at -> new SchemaValue(json.get(at), getJsonPointer + "/" + at))
                .toList();
    }

    @Override
    public Map<String, dev.harrel.jsonschema.JsonNode> asObject() {
        var members = new LinkedHashMap<String, dev.harrel.jsonschema.JsonNode>();
        json.properties()
                .forEach(member ->
                        members.put(
                                member.getKey(),
                                new SchemaValue(
                                        member.getValue(),
                                        getJsonPointer
                                                + "/"
                                                + dev.harrel.jsonschema.JsonNode.encodeJsonPointer(
                                                        member.getKey()))));
        return members;
    }

    /// Equal values are equal wherever they stand: `enum`, `const` and `uniqueItems` compare so.
    @Override
    public boolean equals(Object other) {
        return other instanceof SchemaValue(var value, _)
                && json.equals(SchemaValue::compare, value);
    }

    @Override
    public int hashCode() {
        return json.isNumber() ? Double.hashCode(json.doubleValue()) : json.size();
    }

    /// 1 and 1.0 are the same number.
    private static int compare(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue());
        }
        return one.equals(other) ? 0 : 1;
    }
}
