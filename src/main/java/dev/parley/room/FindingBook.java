package dev.parley.room;

import dev.parley.api.Finding;
import dev.parley.api.Finding.Verdict;
import dev.parley.api.Finding.Word;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/// The findings of one review: what several agents find at the same place is one finding. What
/// agents write is read as far as it makes sense.
final class FindingBook {
    /// Findings that are this near to each other are about the same place.
    private static final int NEAR = 2;

    private static final int MOST = 200;
    private static final int LONGEST_TITLE = 200;
    private static final int LONGEST_DETAIL = 4000;

    private final long message;
    private final List<Finding> findings = new ArrayList<>();
    private int next;

    FindingBook(long message, int first) {
        this.message = message;
        next = first;
    }

    List<Finding> findings() {
        return List.copyOf(findings);
    }

    void found(String agent, String text) {
        EmbeddedJson.list(text, "findings").forEach(json -> add(agent, json));
    }

    private void add(String agent, JsonNode json) {
        var title = cut(json.path("title").asString(""), LONGEST_TITLE);
        if (title.isBlank() || findings.size() >= MOST) {
            return;
        }
        var file =
                cut(json.path("file").asString("").strip(), LONGEST_TITLE)
                        .replaceFirst("^\\./", "");
        var line = number(json.path("line"));
        var end = number(json.path("endLine"));
        var detail = cut(json.path("detail").asString(""), LONGEST_DETAIL);
        var severity = cut(json.path("severity").asString(""), 20).strip();
        for (var at = 0; at < findings.size(); at++) {
            var known = findings.get(at);
            if (isSamePlace(known, file, line, end, title)) {
                findings.set(at, merged(known, agent, title, detail));
                return;
            }
        }
        findings.add(
                new Finding(
                        "F" + next++,
                        message,
                        file,
                        line,
                        end,
                        severity.isEmpty() ? null : severity,
                        title,
                        detail,
                        List.of(agent),
                        List.of(),
                        null));
    }

    /// Without a line, only the same words are the same finding.
    private static boolean isSamePlace(
            Finding known,
            String file,
            @Nullable Integer line,
            @Nullable Integer end,
            String title) {
        if (!known.file().equals(file)) {
            return false;
        }
        if (line == null || known.line() == null || file.isEmpty()) {
            return Objects.equals(line, known.line()) && known.title().equalsIgnoreCase(title);
        }
        int knownEnd = known.endLine() == null ? known.line() : known.endLine();
        int thisEnd = end == null ? line : end;
        return line - NEAR <= knownEnd && known.line() - NEAR <= thisEnd;
    }

    private static Finding merged(Finding known, String agent, String title, String detail) {
        var isNew = !known.by().contains(agent);
        var other = known.title().equals(title) ? detail : title + ". " + detail;
        var more =
                known.detail().contains(detail) && known.title().equals(title)
                        ? known.detail()
                        : cut(known.detail() + "\n\n" + agent + ": " + other, LONGEST_DETAIL);
        return new Finding(
                known.id(),
                known.message(),
                known.file(),
                known.line(),
                known.endLine(),
                known.severity(),
                known.title(),
                more.strip(),
                isNew ? Stream.concat(known.by().stream(), Stream.of(agent)).toList() : known.by(),
                known.verdicts(),
                known.ticket());
    }

    void judged(String agent, String text) {
        for (var json : EmbeddedJson.list(text, "verdicts")) {
            var id = json.path("id").asString("").strip();
            var reason = cut(json.path("reason").asString(""), LONGEST_DETAIL);
            for (var at = 0; at < findings.size(); at++) {
                var known = findings.get(at);
                var word = word(json.path("verdict").asString(""));
                if (known.id().equalsIgnoreCase(id) && word != null) {
                    // What others found is not theirs to withdraw.
                    var meant =
                            word == Word.WITHDRAW && !known.by().contains(agent)
                                    ? Word.DISPUTE
                                    : word;
                    findings.set(at, known.judged(new Verdict(agent, meant, reason)));
                }
            }
        }
    }

    private static @Nullable Word word(String text) {
        var said = text.strip().toUpperCase(Locale.ROOT);
        for (var word : Word.values()) {
            if (said.startsWith(word.name())) {
                return word;
            }
        }
        return null;
    }

    private static @Nullable Integer number(JsonNode json) {
        var number = json.isString() ? parsed(json.asString()) : json.isInt() ? json.asInt() : 0;
        return number > 0 ? Integer.valueOf(number) : null;
    }

    private static int parsed(String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }
}
