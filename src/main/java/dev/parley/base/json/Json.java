package dev.parley.base.json;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Optional;

/// The one JSON mapper. Absent values are left out when writing; unknown fields are ignored when
/// reading.
public final class Json {
    /// For callers that need the mapper itself (streaming, pretty printing). Immutable and
    /// thread-safe.
    public static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                    .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
                    // `isSomething()` on a record is a question about it, not a part of it.
                    .changeDefaultVisibility(visible ->
                            visible.withIsGetterVisibility(JsonAutoDetect.Visibility.NONE))
                    .changeDefaultPropertyInclusion(
                            value -> value.withValueInclusion(JsonInclude.Include.NON_NULL))
                    .withConfigOverride(
                            List.class,
                            lists ->
                                    lists.setInclude(
                                            JsonInclude.Value.construct(
                                                    JsonInclude.Include.NON_EMPTY,
                                                    JsonInclude.Include.ALWAYS)))
                    .addModule(RecordMaking.module())
                    .build();

    /// Reads what others wrote. A tree takes up to fifty times the memory of its text (`[{},{},…`),
    /// so there is a limit on its parts. It is less deep than what may be written, because it
    /// becomes a part of something larger.
    private static final JsonMapper FOREIGN =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxTokenCount(2_000_000)
                                                    .maxNestingDepth(400)
                                                    .build())
                                    .build())
                    .build();

    private Json() {}

    /// Parses text that should be one JSON value; empty when it is not, or when it is deeper or has
    /// more parts than anybody means.
    public static Optional<JsonNode> parse(String text) {
        return parse(FOREIGN, text);
    }

    /// The same for what Parley itself has written: whatever could be written can be read.
    public static Optional<JsonNode> parseOwn(String text) {
        return parse(MAPPER, text);
    }

    private static Optional<JsonNode> parse(JsonMapper mapper, String text) {
        try {
            var read = LargeText.handle(text.length(), () -> mapper.readTree(text));
            return Optional.of(read).filter(node -> !node.isMissingNode());
        } catch (JacksonException _) {
            return Optional.empty();
        }
    }

    /// Like [#parse], for lines that must be JSON objects: CLIs print numbers and quoted words as
    /// noise.
    public static Optional<JsonNode> parseObject(String text) {
        return text.stripLeading().startsWith("{")
                ? parse(text).filter(JsonNode::isObject)
                : Optional.empty();
    }

    /// The same for bytes that should be UTF-8, which saves making a text of them.
    public static Optional<JsonNode> parseObject(byte[] bytes, int from, int length) {
        try {
            return Optional.of(MAPPER.readTree(bytes, from, length)).filter(JsonNode::isObject);
        } catch (JacksonException _) {
            return Optional.empty();
        }
    }

    /// About how many characters it has, with something for every part.
    public static long weight(JsonNode node) {
        return node.isContainer()
                ? node.valueStream().mapToLong(Json::weight).sum() + 16
                : node.isString() ? node.asString().length() + 16 : 16;
    }

    public static String write(Object value) {
        var length = value instanceof JsonNode node ? weight(node) : 0;
        return LargeText.handle(length, () -> MAPPER.writeValueAsString(value));
    }

    public static String pretty(Object value) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
    }

    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    public static <T> T read(JsonNode node, Class<T> type) {
        return MAPPER.treeToValue(node, type);
    }

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }
}
