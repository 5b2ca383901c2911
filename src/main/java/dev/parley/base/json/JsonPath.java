package dev.parley.base.json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// A place inside a provider's JSON, written `a.b[0].c`. Looking something up never throws:
/// whatever is not there, is of another shape, or makes no sense as a path is simply absent.
public record JsonPath(List<Object> steps) {
    /// A name, behind a dot unless it is the first step, or an index; each right behind the last.
    private static final Pattern STEP =
            Pattern.compile("\\G(?:(?:^|(?!^)\\.)([^.\\[\\]]+)|\\[(\\d{1,9})])");

    public JsonPath {
        steps = List.copyOf(steps);
    }

    /// Reads the notation. A malformed path is one that finds nothing.
    public static JsonPath of(String path) {
        var steps = new ArrayList<>();
        var step = STEP.matcher(path);
        var end = 0;
        while (step.find()) {
            steps.add(step.group(1) == null ? Integer.valueOf(step.group(2)) : step.group(1));
            end = step.end();
        }
        return new JsonPath(end == path.length() ? steps : List.of());
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

    /// The whole part of the number at `path`; one that no `long` can hold counts as absent.
    public static OptionalLong number(JsonNode root, String path) {
        var node = of(path).in(root);
        return node.isNumber() ? node.asLongOpt() : OptionalLong.empty();
    }
}
