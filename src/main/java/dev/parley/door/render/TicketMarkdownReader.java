package dev.parley.door.render;

import dev.parley.api.SessionId;
import dev.parley.api.TicketCopy;
import dev.parley.api.TicketDraft;
import dev.parley.api.TicketState;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/// Reads tickets from Markdown. Every mistake is a [Problem] that names its line.
public final class TicketMarkdownReader {
    private static final List<String> OF_TICKET =
            List.of("id", "title", "kind", "priority", "labels", "dependsOn", "files", "column");
    private static final List<String> OF_COMMENT = List.of("comment", "at");

    private static final Pattern ESCAPED = Pattern.compile("(?m)^\\\\(\\\\*---\r?)$");

    /// A text in quotes as in JSON, or one without quotes, up to the next comma.
    private static final Pattern ITEM =
            Pattern.compile("\\G\\s*(?:(\"(?:[^\"\\\\]|\\\\.)*+\")|([^\",\\[\\]]*+))\\s*(,|$)");

    private final String source;
    private final List<String> lines;
    private int at;

    private TicketMarkdownReader(String text, String source) {
        this.source = source;
        lines = List.of(text.split("\n", -1));
    }

    /// @param source what the text is called in an error
    public static List<TicketCopy> read(String text, String source) {
        return new TicketMarkdownReader(text, source).all();
    }

    /// One fact, and where it stands.
    private record Fact(String value, int line) {}

    private record Part(Map<String, Fact> facts, int line, String body) {}

    private List<TicketCopy> all() {
        var copies = new ArrayList<TicketCopy>();
        while (at < lines.size() && lines.get(at).isBlank()) {
            at++;
        }
        while (at < lines.size()) {
            var part = part();
            if (part.facts().containsKey("comment")) {
                if (copies.isEmpty()) {
                    throw mistake(part.line(), "a comment comes behind its ticket.");
                }
                copies.add(with(copies.removeLast(), remark(part)));
            } else {
                copies.add(ticket(part));
            }
        }
        return copies;
    }

    private static boolean isLine(String line) {
        return line.equals(TicketMarkdown.LINE) || line.equals(TicketMarkdown.LINE + "\r");
    }

    private Part part() {
        var first = at + 1;
        if (!isLine(lines.get(at))) {
            throw mistake(first, "a ticket begins with a line \"---\".");
        }
        at++;
        var facts = new LinkedHashMap<String, Fact>();
        while (at < lines.size() && !isLine(lines.get(at))) {
            var line = lines.get(at).strip();
            at++;
            var colon = line.indexOf(':');
            if (line.isEmpty()) {
                continue;
            }
            if (colon < 1) {
                throw mistake(at, "expected \"key: value\", or \"---\" before the body.");
            }
            var fact = new Fact(line.substring(colon + 1).strip(), at);
            if (facts.put(line.substring(0, colon).strip(), fact) != null) {
                throw mistake(at, "\"" + line.substring(0, colon).strip() + "\" is there twice.");
            }
        }
        if (at == lines.size()) {
            throw mistake(first, "the line \"---\" behind its facts is missing.");
        }
        at++;
        checkKeys(facts);
        return new Part(facts, first, body());
    }

    private void checkKeys(Map<String, Fact> facts) {
        var known = facts.containsKey("comment") ? OF_COMMENT : OF_TICKET;
        facts.forEach((key, fact) -> {
            if (!known.contains(key)) {
                throw mistake(
                        fact.line(),
                        "unknown key \"" + key + "\".",
                        Closest.question(
                                key, known, "Known keys: " + String.join(", ", known) + "."));
            }
        });
    }

    /// Up to the next part, without the empty lines that set it apart.
    private String body() {
        var from = at < lines.size() && lines.get(at).isBlank() ? at + 1 : at;
        while (at < lines.size() && !isLine(lines.get(at))) {
            at++;
        }
        // One empty line is the end of the file, or sets the next part apart.
        var to = at > from && lines.get(at - 1).isBlank() ? at - 1 : at;
        var text = String.join("\n", lines.subList(Math.min(from, to), to));
        return ESCAPED.matcher(text).replaceAll("$1");
    }

    private TicketCopy ticket(Part part) {
        var facts = part.facts();
        var title = facts.get("title");
        if (title == null || text(title).isBlank()) {
            throw mistake(title == null ? part.line() : title.line(), "a ticket needs a title.");
        }
        var id = facts.get("id");
        var draft =
                new TicketDraft(
                        text(title),
                        part.body(),
                        word(facts.get("kind"), TicketDraft.Kind.class),
                        word(facts.get("priority"), TicketDraft.Priority.class),
                        items(facts.get("labels")),
                        List.of(),
                        items(facts.get("files")));
        var column = word(facts.get("column"), TicketState.class);
        return new TicketCopy(
                id == null || text(id).isEmpty() ? null : text(id),
                draft,
                items(facts.get("dependsOn")),
                column == null ? TicketState.READY : column,
                List.of());
    }

    private TicketCopy.Remark remark(Part part) {
        var by = part.facts().getOrDefault("comment", new Fact("", part.line()));
        var when = part.facts().get("at");
        try {
            return new TicketCopy.Remark(
                    part.body(),
                    by.value().equals("person") || by.value().isEmpty()
                            ? null
                            : SessionId.of(by.value()),
                    when == null ? null : Instant.parse(when.value()));
        } catch (Problem _) {
            throw mistake(by.line(), "\"comment\" is \"person\" or the id of a session.");
        } catch (DateTimeException _) {
            throw mistake(when == null ? by.line() : when.line(), "\"at\" is no time.");
        }
    }

    private static TicketCopy with(TicketCopy copy, TicketCopy.Remark remark) {
        var remarks = new ArrayList<>(copy.comments());
        remarks.add(remark);
        return new TicketCopy(copy.id(), copy.draft(), copy.dependsOn(), copy.column(), remarks);
    }

    private String text(Fact fact) {
        if (!fact.value().startsWith("\"")) {
            return fact.value();
        }
        return Json.parse(fact.value())
                .filter(JsonNode::isString)
                .map(JsonNode::asString)
                .orElseThrow(() -> mistake(fact.line(), "the text in quotes is broken."));
    }

    private <E extends Enum<E>> @Nullable E word(@Nullable Fact fact, Class<E> type) {
        if (fact == null || fact.value().isEmpty()) {
            return null;
        }
        var known = new ArrayList<String>();
        for (var constant : type.getEnumConstants()) {
            known.add(constant.name().toLowerCase(Locale.ROOT));
            if (constant.name().equalsIgnoreCase(fact.value())) {
                return constant;
            }
        }
        throw mistake(
                fact.line(),
                "\"" + fact.value() + "\" is none of " + String.join(", ", known) + ".");
    }

    private List<String> items(@Nullable Fact fact) {
        if (fact == null || fact.value().isEmpty()) {
            return List.of();
        }
        var value = fact.value();
        if (!value.startsWith("[") || !value.endsWith("]")) {
            throw mistake(fact.line(), "a list is written [one, two].");
        }
        var inner = value.substring(1, value.length() - 1).strip();
        var found = new ArrayList<String>();
        var item = ITEM.matcher(inner);
        var end = 0;
        while (end < inner.length() && item.find()) {
            found.add(
                    item.group(1) == null
                            ? item.group(2).strip()
                            : text(new Fact(item.group(1), fact.line())));
            end = item.end();
            if (item.group(3).isEmpty()) {
                break;
            }
        }
        if (end < inner.length() || found.stream().anyMatch(String::isEmpty)) {
            throw mistake(fact.line(), "a list is written [one, two], with \"quotes\" if needed.");
        }
        return found;
    }

    private Problem mistake(int line, String what) {
        return mistake(line, what, "Look at line " + line + ".");
    }

    private Problem mistake(int line, String what, String remedy) {
        return Problem.invalid(source + ", line " + line + ": " + what, remedy);
    }
}
