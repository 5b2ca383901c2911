package dev.parley.json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A place inside a provider's JSON, written `a.b[0].c`. Looking something up never throws:
/// whatever is not there, is of another shape, or makes no sense as a path is simply absent.
public record JsonPath(List<Object> steps) {
    public JsonPath {
        steps = List.copyOf(steps);
    }

    /// Reads the notation. A malformed path is one that finds nothing.
    public static JsonPath of(String path) {
        var steps = new ArrayList<>();
        for (var part : path.split("\\.", -1)) {
            var bracket = part.indexOf('[');
            var name = bracket < 0 ? part : part.substring(0, bracket);
            if (!name.isEmpty()) {
                steps.add(name);
            }
            var rest = bracket < 0 ? "" : part.substring(bracket);
            while (rest.startsWith("[")) {
                var end = rest.indexOf(']');
                steps.add(end < 0 ? Integer.MAX_VALUE : index(rest.substring(1, end)));
                rest = end < 0 ? "" : rest.substring(end + 1);
            }
        }
        return new JsonPath(steps);
    }

    private static int index(String digits) {
        try {
            var index = Integer.parseInt(digits);
            return index < 0 ? Integer.MAX_VALUE : index;
        } catch (NumberFormatException _) {
            return Integer.MAX_VALUE;
        }
    }

    /// What lies at this place, or a missing node.
    public JsonNode in(JsonNode root) {
        if (steps.isEmpty()) {
            return MissingNode.getInstance();
        }
        var node = root;
        for (var step : steps) {
            node = step instanceof Integer index ? node.path(index) : node.path((String) step);
        }
        return node;
    }

    /// The text at `path`; numbers and booleans count as their text, `null`, objects and arrays as
    /// absent.
    public static Optional<String> text(JsonNode root, String path) {
        var node = of(path).in(root);
        return node.isValueNode() && !node.isNull()
                ? Optional.of(node.asString(""))
                : Optional.empty();
    }

    public static OptionalLong number(JsonNode root, String path) {
        var node = of(path).in(root);
        return node.isNumber() ? OptionalLong.of(node.asLong(0)) : OptionalLong.empty();
    }
}
