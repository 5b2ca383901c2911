package dev.parley.work.install;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// TOML, as far as one table of it is replaced: its lines are found by the headers around them. A
/// file that says the same in another form is left to its owner.
final class TomlText implements ConfigText {
    private static final Pattern HEADER = Pattern.compile("\\s*\\[\\[?([^\\]]+)]]?\\s*(#.*)?");

    /// A file in two parts.
    ///
    /// @param kept the lines that are not of the entry
    /// @param entry the lines of the entry by the path of their table, whose header is the first
    private record Parts(List<String> kept, Map<String, List<String>> entry) {}

    @Override
    public String with(String text, String section, String name, JsonNode entry) {
        var parts = split(text, section, name);
        var ours = section + "." + name;
        var isOld =
                !entry.path("env").has(HOME)
                        && parts.entry().values().stream()
                                .anyMatch(lines -> lines.stream().anyMatch(TomlText::isHome));
        if (parts.entry().containsKey(ours) && !isOld && says(parts.entry(), ours, entry)) {
            return text; // whatever its owner has added
        }
        var base = String.join("\n", parts.kept()).stripTrailing();
        return base
                + (base.isEmpty() ? "" : "\n\n")
                + table(ours, entry, parts.entry())
                + otherTables(ours, entry, parts.entry());
    }

    /// Whether the entry is there with all that it should say.
    private static boolean says(Map<String, List<String>> there, String table, JsonNode entry) {
        var lines = there.getOrDefault(table, List.of()).stream().map(String::strip).toList();
        return entry.properties().stream()
                .allMatch(member ->
                        member.getValue().isObject()
                                ? says(there, table + "." + member.getKey(), member.getValue())
                                : lines.contains(line(member.getKey(), member.getValue())));
    }

    /// With what its owner has added, such as which tools need no question.
    private static String table(String path, JsonNode entry, Map<String, List<String>> there) {
        var table = new StringBuilder("[" + path + "]\n");
        entry.properties().stream()
                .filter(member -> !member.getValue().isObject())
                .forEach(member ->
                        table.append(line(member.getKey(), member.getValue())).append('\n'));
        table.append(added(there.getOrDefault(path, List.of()), entry));
        entry.properties().stream()
                .filter(member -> member.getValue().isObject())
                .forEach(member ->
                        table.append('\n')
                                .append(
                                        table(
                                                path + "." + member.getKey(),
                                                member.getValue(),
                                                there)));
        return table.toString();
    }

    private static String otherTables(
            String ours, JsonNode entry, Map<String, List<String>> there) {
        var others = new StringBuilder();
        there.forEach((path, lines) -> {
            var below = path.equals(ours) ? "" : path.substring(ours.length() + 1);
            var own = lines.stream().filter(line -> !isHome(line)).toList();
            if (!below.isEmpty() && !entry.path(below).isObject() && own.size() > 1) {
                others.append('\n').append(String.join("\n", own)).append('\n');
            }
        });
        return others.toString();
    }

    private static boolean isHome(String line) {
        return line.strip().startsWith(HOME);
    }

    private static String added(List<String> lines, JsonNode entry) {
        return values(lines).stream()
                .filter(value -> !entry.has(key(value)) && !isHome(value))
                .map(value -> value + "\n")
                .collect(Collectors.joining());
    }

    /// Each with its key, on one line or more.
    private static List<String> values(List<String> lines) {
        var values = new ArrayList<String>();
        var open = "";
        for (var line : lines) {
            if (!open.isEmpty()) {
                values.add(values.removeLast() + "\n" + line);
            } else if (line.indexOf('=') > 0 && !line.strip().startsWith("[")) {
                values.add(line);
            }
            open = open(line, open);
        }
        return values;
    }

    private static String key(String value) {
        return path(value.substring(0, value.indexOf('=')));
    }

    private static String line(String key, JsonNode value) {
        return key + " = " + value(value);
    }

    /// Strings, numbers, booleans and arrays are written as in JSON.
    private static String value(JsonNode value) {
        return value.isArray()
                ? value.valueStream()
                        .map(TomlText::value)
                        .collect(Collectors.joining(", ", "[", "]"))
                : value.toString();
    }

    @Override
    public String without(String text, String section, String name) {
        var parts = split(text, section, name);
        return parts.entry().isEmpty() ? text : String.join("\n", parts.kept());
    }

    private static Parts split(String text, String section, String name) {
        var parts = new Parts(new ArrayList<>(), new LinkedHashMap<>());
        var isOurs = false;
        var current = "";
        var open = "";
        for (var line : text.split("\n", -1)) {
            var header = HEADER.matcher(line);
            if (open.isEmpty() && header.matches()) {
                current = path(header.group(1));
                isOurs =
                        current.equals(section + "." + name)
                                || current.startsWith(section + "." + name + ".");
            } else if (open.isEmpty()) {
                check(line, current, section, name);
            }
            var isRemark = open.isEmpty() && (line.isBlank() || line.strip().startsWith("#"));
            open = open(line, open);
            if (!isOurs) {
                parts.kept().add(line);
                continue;
            }
            var lines = parts.entry().computeIfAbsent(current, _ -> new ArrayList<>());
            if (isRemark) {
                keep(line, parts.kept()); // it may belong to what comes next
            } else {
                lines.add(line);
            }
        }
        if (!open.isEmpty()) {
            throw new BrokenText("a string or an array does not end");
        }
        return parts;
    }

    /// Of the empty lines around the entry one is enough; those elsewhere stay.
    private static void keep(String line, List<String> kept) {
        if (!line.isBlank() || (!kept.isEmpty() && !kept.getLast().isBlank())) {
            kept.add(line);
        }
    }

    /// The same entry in another form would be there twice.
    private static void check(String line, String current, String section, String name) {
        var equals = line.indexOf('=');
        if (equals < 0 || line.strip().startsWith("#")) {
            return;
        }
        var key = path(line.substring(0, equals));
        var whole = current.isEmpty() ? key : current + "." + key;
        var ours = section + "." + name;
        if (whole.equals(section)
                || (!current.startsWith(ours) && (whole + ".").startsWith(ours + "."))) {
            throw new BrokenText(
                    "\"" + key + "\" is not written as a table [" + ours + "] of its own");
        }
    }

    private static String path(String written) {
        return written.replaceAll("[\"'\\s]", "");
    }

    /// What is open at the end of a line: a long string by its quotes, an array by its brackets.
    private static String open(String line, String before) {
        var open = before;
        for (var at = 0; at < line.length(); at++) {
            if (isQuoting(open)) {
                if (line.startsWith(open, at)) {
                    at += open.length() - 1;
                    open = "";
                } else if (line.charAt(at) == '\\' && open.charAt(0) == '"') {
                    at++;
                }
                continue;
            }
            var character = line.charAt(at);
            if (character == '#') {
                break;
            }
            if (character == '"' || character == '\'') {
                var three = String.valueOf(character).repeat(3);
                if (line.startsWith(three, at)) {
                    if (!open.isEmpty()) {
                        throw new BrokenText("a long string in an array is not understood");
                    }
                    open = three;
                    at += 2;
                } else {
                    at = end(line, at);
                }
            } else if (character == '[' && isValue(line, at, open)) {
                open += "[";
            } else if (character == ']' && !open.isEmpty()) {
                open = open.substring(1);
            }
        }
        return open;
    }

    private static boolean isQuoting(String open) {
        return open.startsWith("\"") || open.startsWith("'");
    }

    private static boolean isValue(String line, int at, String open) {
        return !open.isEmpty() || line.substring(0, at).contains("=");
    }

    private static int end(String line, int start) {
        var quote = line.charAt(start);
        for (var at = start + 1; at < line.length(); at++) {
            if (line.charAt(at) == '\\' && quote == '"') {
                at++;
            } else if (line.charAt(at) == quote) {
                return at;
            }
        }
        throw new BrokenText("a string does not end: " + line.strip());
    }
}
