package dev.parley.work.install;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// TOML, as far as one table of it is replaced: its lines are found by the headers around them. A
/// file that says the same in another form is left to its owner.
final class TomlText implements ConfigText {
    private static final Pattern HEADER = Pattern.compile("\\s*\\[\\[?([^\\]]+)]]?\\s*(#.*)?");

    @Override
    public String with(String text, String section, String name, JsonNode entry) {
        var rest = without(text, section, name);
        var table = table(section, name, entry);
        if (text.contains(table)) {
            return text; // nobody changed it since
        }
        var base = rest.stripTrailing();
        return base + (base.isEmpty() ? "" : "\n\n") + table;
    }

    private static String table(String section, String name, JsonNode entry) {
        var table = new StringBuilder("[" + section + "." + name + "]\n");
        entry.properties()
                .forEach(member -> {
                    if (!member.getValue().isObject()) {
                        table.append(member.getKey())
                                .append(" = ")
                                .append(value(member.getValue()))
                                .append('\n');
                    }
                });
        entry.properties()
                .forEach(member -> {
                    if (member.getValue().isObject()) {
                        table.append('\n')
                                .append(
                                        table(
                                                section + "." + name,
                                                member.getKey(),
                                                member.getValue()));
                    }
                });
        return table.toString();
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
        var kept = new ArrayList<String>();
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
            open = open(line, open);
            if (!isOurs) {
                kept.add(line);
            } else if (line.isBlank() || line.strip().startsWith("#")) {
                kept.add(line); // a remark may belong to what comes next
            }
        }
        if (!open.isEmpty()) {
            throw new BrokenText("a string or an array does not end");
        }
        var result = String.join("\n", kept);
        return result.equals(text) ? text : result.replaceAll("\n{3,}", "\n\n");
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
