package dev.parley.work.install;

import dev.parley.base.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Optional;

/// JSON with comments and trailing commas, as editors write it. Only the place of the entry is
/// changed.
final class JsonText implements ConfigText {
    private static final String INDENT = "  ";

    /// Where clients have the variables of a server.
    private static final List<String> VARIABLES = List.of("env", "environment");

    @Override
    public String with(String text, String section, String name, JsonNode entry) {
        if (text.isBlank()) {
            var whole = Json.object();
            whole.putObject(section).set(name, entry);
            return Json.pretty(whole) + "\n";
        }
        var root = JsonScanner.scan(text);
        var place = root.find(section);
        if (place.isEmpty()) {
            var object = Json.object();
            object.set(name, entry);
            return insert(text, root, section, object, INDENT);
        }
        var members = object(place.get(), section);
        var there = members.find(name);
        if (there.isEmpty()) {
            return insert(text, members, name, entry, INDENT + INDENT);
        }
        var value = there.get().value();
        var old = text.substring(value.start(), value.end());
        var before = Json.parse(JsonScanner.plain(old));
        var whole = before.map(it -> added(it, entry)).orElse(entry);
        // Written by hand, or by us: what says the same stays as it is.
        if (before.filter(whole::equals).isPresent()) {
            return text;
        }
        return text.substring(0, value.start())
                + written(whole, INDENT + INDENT)
                + text.substring(value.end());
    }

    /// With what its owner has added to an entry of ours, such as which tools need no question. One
    /// that reaches Parley in another way is another entry.
    private static JsonNode added(JsonNode before, JsonNode entry) {
        if (!(before instanceof ObjectNode there) || !there.has("command")) {
            return entry;
        }
        var whole = there.deepCopy();
        for (var name : VARIABLES) {
            if (whole.path(name) instanceof ObjectNode variables
                    && variables.remove(HOME) != null
                    && variables.isEmpty()) {
                whole.remove(name);
            }
        }
        entry.properties()
                .forEach(member -> {
                    if (member.getValue() instanceof ObjectNode ours
                            && whole.path(member.getKey()) instanceof ObjectNode theirs) {
                        theirs.setAll(ours);
                    } else {
                        whole.set(member.getKey(), member.getValue());
                    }
                });
        return whole;
    }

    @Override
    public String without(String text, String section, String name) {
        if (text.isBlank()) {
            return text;
        }
        var root = JsonScanner.scan(text);
        var place = root.find(section).map(member -> object(member, section));
        var there = place.flatMap(members -> members.find(name));
        return there.isEmpty() ? text : cut(text, place.get(), there.get());
    }

    private static JsonScanner.Value object(JsonScanner.Member member, String section) {
        if (!member.value().isObject()) {
            throw new BrokenText("\"" + section + "\" is no object");
        }
        return member.value();
    }

    /// Behind the last member, in the way its neighbours are written.
    private static String insert(
            String text, JsonScanner.Value object, String name, JsonNode value, String indent) {
        var member = Json.write(name) + ": " + written(value, indent);
        var last = object.last();
        if (last.isEmpty()) {
            return text.substring(0, object.start() + 1)
                    + "\n"
                    + indent
                    + member
                    + "\n"
                    + indent.substring(INDENT.length())
                    + text.substring(object.start() + 1).replaceFirst("^[ \t\r\n]+(?=})", "");
        }
        var end = last.get().value().end();
        var own = indentOf(text, last.get()).orElse(indent);
        var written = "," + "\n" + own + Json.write(name) + ": " + written(value, own);
        return text.substring(0, end) + written + text.substring(end);
    }

    private static Optional<String> indentOf(String text, JsonScanner.Member member) {
        var line = text.lastIndexOf('\n', member.start()) + 1;
        var before = text.substring(line, member.start());
        return before.isBlank() ? Optional.of(before) : Optional.empty();
    }

    private static String written(JsonNode value, String indent) {
        return Json.pretty(value).replace("\n", "\n" + indent);
    }

    /// With the comma that belongs to it, and the line if nothing else is on it.
    private static String cut(String text, JsonScanner.Value object, JsonScanner.Member member) {
        var previous = object.before(member);
        var start = member.start();
        var end = member.value().end();
        if (previous.isPresent()) {
            start = previous.get().value().end();
            // A comment behind the comma stays with the one before.
            var comma = JsonScanner.commaAfter(text, start);
            var kept = text.substring(comma + 1, member.start());
            var comment = kept.isBlank() ? "" : kept.stripTrailing();
            return text.substring(0, start)
                    + (JsonScanner.hasNext(object, member) ? "," : "")
                    + comment
                    + text.substring(
                            JsonScanner.hasNext(object, member)
                                    ? JsonScanner.commaAfter(text, end) + 1
                                    : end);
        }
        if (JsonScanner.hasNext(object, member)) {
            end = JsonScanner.commaAfter(text, end) + 1;
        } else {
            start =
                    text.lastIndexOf('\n', start) >= object.start()
                            ? Math.max(object.start() + 1, text.lastIndexOf('\n', start))
                            : start;
        }
        var rest = text.substring(end);
        return text.substring(0, start)
                + (JsonScanner.hasNext(object, member) ? rest.stripLeading() : rest);
    }
}
