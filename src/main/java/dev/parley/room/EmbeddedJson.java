package dev.parley.room;

import dev.parley.base.json.Json;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// JSON that an agent was asked for, among whatever words it puts around it.
final class EmbeddedJson {
    private static final Pattern BLOCK = Pattern.compile("(?s)```(?:json)?\\s*+(.*?)```");

    private EmbeddedJson() {}

    /// The objects of a list under a key, or of a bare list.
    static List<JsonNode> list(String text, String key) {
        var candidates = new ArrayList<String>();
        BLOCK.matcher(text).results().forEach(block -> candidates.add(block.group(1)));
        candidates.add(text);
        outermost(text, '{', '}').ifPresent(candidates::add);
        outermost(text, '[', ']').ifPresent(candidates::add);
        for (var candidate : candidates) {
            var list =
                    Json.parse(candidate.strip())
                            .map(json -> json.isArray() ? json : json.path(key));
            if (list.isPresent() && list.get().isArray()) {
                return list.get().valueStream().filter(JsonNode::isObject).toList();
            }
        }
        return List.of();
    }

    private static Optional<String> outermost(String text, char open, char close) {
        var from = text.indexOf(open);
        var to = text.lastIndexOf(close);
        return from < 0 || to < from ? Optional.empty() : Optional.of(text.substring(from, to + 1));
    }
}
