package dev.parley.provider.codex;

import dev.parley.base.json.Json;
import dev.parley.portable.PlainCall;
import dev.parley.portable.PlainCall.Kind;

import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The patches of Codex, as far as others can say the same: one new file, or one place in a file
/// that is replaced.
final class CodexPatch {
    private static final String BEGIN = "*** Begin Patch";
    private static final String END = "*** End Patch";
    private static final String ADD = "*** Add File: ";
    private static final String UPDATE = "*** Update File: ";

    private CodexPatch() {}

    static String adding(String path, String content) {
        return patch(ADD + path, signed("+", content));
    }

    static String updating(String path, String before, String after) {
        return patch(UPDATE + path, "@@\n" + signed("-", before) + signed("+", after));
    }

    private static String patch(String head, String body) {
        return BEGIN + "\n" + head + "\n" + body + END + "\n";
    }

    private static String signed(String sign, String text) {
        return text.isEmpty()
                ? ""
                : text.lines().map(line -> sign + line + "\n").collect(Collectors.joining());
    }

    static Optional<PlainCall> plain(String patch) {
        var lines = new ArrayList<>(patch.strip().lines().toList());
        if (lines.size() < 3
                || !lines.removeFirst().equals(BEGIN)
                || !lines.removeLast().equals(END)) {
            return Optional.empty();
        }
        var head = lines.removeFirst();
        if (lines.stream().anyMatch(line -> line.startsWith("*** "))) {
            return Optional.empty();
        }
        if (head.startsWith(ADD)) {
            return added(head.substring(ADD.length()), lines);
        }
        return head.startsWith(UPDATE)
                ? updated(head.substring(UPDATE.length()), lines)
                : Optional.empty();
    }

    /// Every line of a new file ends, the last one too: a patch cannot say otherwise.
    private static Optional<PlainCall> added(String path, List<String> lines) {
        if (!lines.stream().allMatch(line -> line.startsWith("+"))) {
            return Optional.empty();
        }
        var content =
                lines.stream().map(line -> line.substring(1) + "\n").collect(Collectors.joining());
        return Optional.of(new PlainCall(Kind.WRITE, Map.of("path", path, "content", content)));
    }

    private static Optional<PlainCall> updated(String path, List<String> lines) {
        var places = lines.stream().filter(line -> line.startsWith("@@")).count();
        var changes = lines.stream().filter(line -> !line.startsWith("@@")).toList();
        var isPlain =
                places <= 1
                        && !changes.isEmpty()
                        && changes.stream()
                                .allMatch(line ->
                                        line.isEmpty() || " -+".indexOf(line.charAt(0)) >= 0);
        return isPlain
                ? Optional.of(
                        new PlainCall(
                                Kind.EDIT,
                                Map.of(
                                        "path", path,
                                        "old", text(changes, "-"),
                                        "new", text(changes, "+"))))
                : Optional.empty();
    }

    /// What a patch does, as Codex tells its own screen.
    static ObjectNode changes(String patch) {
        var changes = Json.object();
        plain(patch)
                .ifPresent(call -> {
                    var change = changes.putObject(call.argument("path"));
                    if (call.kind() == Kind.WRITE) {
                        change.put("type", "add").put("content", call.argument("content"));
                    } else {
                        var before = call.argument("old");
                        var after = call.argument("new");
                        change.put("type", "update")
                                .put(
                                        "unified_diff",
                                        "@@ -1,%d +1,%d @@\n%s%s"
                                                .formatted(
                                                        before.lines().count(),
                                                        after.lines().count(),
                                                        signed("-", before),
                                                        signed("+", after)))
                                .putNull("move_path");
                    }
                });
        return changes;
    }

    /// What is there on one side: lines with its sign, and those that stay.
    private static String text(List<String> lines, String sign) {
        return lines.stream()
                .filter(line -> line.isEmpty() || line.startsWith(sign) || line.startsWith(" "))
                .map(line -> line.isEmpty() ? "" : line.substring(1))
                .collect(Collectors.joining("\n"));
    }
}
