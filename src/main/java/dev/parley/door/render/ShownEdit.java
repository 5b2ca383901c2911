package dev.parley.door.render;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A call of a tool that replaces a piece of a file, as its arguments tell it: what goes and what
/// comes, each with its sign. Every CLI's tool for that has its own words for the same three.
record ShownEdit(String path, List<String> lines) {
    private static final String[] PATHS = {"file_path", "filePath", "path"};
    private static final String[] OLD = {"old_string", "oldString"};
    private static final String[] NEW = {"new_string", "newString"};

    static Optional<ShownEdit> of(JsonNode arguments) {
        var path = text(arguments, PATHS);
        var before = text(arguments, OLD);
        var after = text(arguments, NEW);
        return path.isPresent() && before.isPresent() && after.isPresent()
                ? Optional.of(new ShownEdit(path.get(), lines(before.get(), after.get())))
                : Optional.empty();
    }

    private static Optional<String> text(JsonNode arguments, String... names) {
        return Stream.of(names)
                .map(arguments::path)
                .filter(JsonNode::isString)
                .map(JsonNode::asString)
                .findFirst();
    }

    /// What both begin and end with is there for the CLI to find the place.
    private static List<String> lines(String before, String after) {
        var old = before.lines().toList();
        var fresh = after.lines().toList();
        var most = Math.min(old.size(), fresh.size());
        var head = 0;
        while (head < most && old.get(head).equals(fresh.get(head))) {
            head++;
        }
        var tail = 0;
        while (tail < most - head
                && old.get(old.size() - 1 - tail).equals(fresh.get(fresh.size() - 1 - tail))) {
            tail++;
        }
        var lines = new ArrayList<String>();
        old.subList(0, head).forEach(line -> lines.add("  " + line));
        old.subList(head, old.size() - tail).forEach(line -> lines.add("- " + line));
        fresh.subList(head, fresh.size() - tail).forEach(line -> lines.add("+ " + line));
        old.subList(old.size() - tail, old.size()).forEach(line -> lines.add("  " + line));
        return lines;
    }
}
