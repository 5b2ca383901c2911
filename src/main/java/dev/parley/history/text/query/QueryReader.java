package dev.parley.history.text.query;

import dev.parley.base.problem.Problem;
import dev.parley.history.text.query.SearchQuery.Term;
import dev.parley.history.text.words.Role;
import dev.parley.history.text.words.WordScanner;
import dev.parley.history.usage.Day;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Reads what a person typed: `word "a phrase" begin* -without this OR that provider:codex`. For
/// one query.
public final class QueryReader {
    static final String FILTERS = "provider:, project:, model:, tool:, role:, after:, before:";
    private static final int SHORTEST_PREFIX = 2;
    private static final int MOST_CHARS = 2000;

    private final String text;
    private final LocalDate today;
    private final ZoneId zone;
    private final WordScanner scanner = new WordScanner();
    private final List<List<Term>> wanted = new ArrayList<>();
    private final List<Term> unwanted = new ArrayList<>();
    private final Set<Role> roles = EnumSet.noneOf(Role.class);
    private final List<String> providers = new ArrayList<>();
    private final List<String> projects = new ArrayList<>();
    private final List<String> models = new ArrayList<>();
    private final List<String> tools = new ArrayList<>();
    private @Nullable Instant after;
    private @Nullable Instant before;
    private boolean isAlternative;
    private int at;

    private QueryReader(String text, LocalDate today, ZoneId zone) {
        this.text = text;
        this.today = today;
        this.zone = zone;
    }

    public static SearchQuery read(String text, LocalDate today, ZoneId zone) {
        if (text.length() > MOST_CHARS) {
            throw Problem.invalid(
                    "The query has " + text.length() + " characters.",
                    "Give at most " + MOST_CHARS + ".");
        }
        return new QueryReader(text, today, zone).read();
    }

    private SearchQuery read() {
        for (skipSpace(); at < text.length(); skipSpace()) {
            part();
        }
        var isFiltered =
                after != null
                        || before != null
                        || !(providers.isEmpty()
                                && projects.isEmpty()
                                && models.isEmpty()
                                && tools.isEmpty());
        if (wanted.isEmpty() && (!isFiltered || !unwanted.isEmpty())) {
            throw Problem.invalid(
                    unwanted.isEmpty()
                            ? "There is no word to look for."
                            : "The query only says what is not wanted.",
                    "Give a word, a \"phrase\", a beginning*, or a filter: " + FILTERS + ".");
        }
        return new SearchQuery(
                wanted,
                unwanted,
                roles.isEmpty() ? EnumSet.allOf(Role.class) : roles,
                providers,
                projects,
                models,
                tools,
                after,
                before);
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private void part() {
        var isNot = text.charAt(at) == '-';
        at += isNot ? 1 : 0;
        if (at < text.length() && text.charAt(at) == '"') {
            add(words(quoted()), false, isNot, "");
            return;
        }
        var name = filterName();
        if (name != null) {
            if (isNot) {
                throw Problem.invalid(
                        "A filter cannot be turned round: -" + name + ":",
                        "Only words and phrases can be left out: -word");
            }
            at += name.length() + 1;
            filter(name, value(name));
            return;
        }
        var word = bare();
        if (word.equals("OR") && !isNot && !wanted.isEmpty()) {
            isAlternative = true;
            return;
        }
        var isPrefix = word.endsWith("*");
        add(words(isPrefix ? word.substring(0, word.length() - 1) : word), isPrefix, isNot, word);
    }

    /// What is in quotes, without them.
    private String quoted() {
        var end = text.indexOf('"', at + 1);
        if (end < 0) {
            throw Problem.invalid(
                    "A quote is not closed: " + text.substring(at),
                    "Put one at the end of the phrase: \"like this\"");
        }
        var inside = text.substring(at + 1, end);
        at = end + 1;
        return inside;
    }

    private String bare() {
        var start = at;
        while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return text.substring(start, at);
    }

    /// The letters before a colon, unless it is part of an address or of a name in some language.
    private @Nullable String filterName() {
        var end = at;
        while (end < text.length() && Character.isLetter(text.charAt(end))) {
            end++;
        }
        var isFilter =
                end > at + 1
                        && end < text.length()
                        && text.charAt(end) == ':'
                        && !text.startsWith("://", end)
                        && !text.startsWith("::", end);
        return isFilter ? text.substring(at, end).toLowerCase(Locale.ROOT) : null;
    }

    private String value(String name) {
        var value = at < text.length() && text.charAt(at) == '"' ? quoted() : bare();
        if (value.isBlank()) {
            throw Problem.invalid(
                    "The filter " + name + ": has no value.",
                    "Put it behind the colon, without a space: " + name + ":…");
        }
        return value;
    }

    private void filter(String name, String value) {
        switch (name) {
            case "provider" -> providers.add(value.toLowerCase(Locale.ROOT));
            case "project" -> projects.add(value);
            case "model" -> models.add(value.toLowerCase(Locale.ROOT));
            case "tool" -> tools.add(value.toLowerCase(Locale.ROOT));
            case "role" ->
                    roles.addAll(
                            Role.named(value)
                                    .orElseThrow(() ->
                                            Problem.invalid(
                                                    "There is no role \"" + value + "\".",
                                                    "Give " + Role.names() + ".")));
            case "after" -> after = Day.parse(value, today).atStartOfDay(zone).toInstant();
            case "before" -> before = Day.parse(value, today).atStartOfDay(zone).toInstant();
            default ->
                    throw Problem.invalid(
                            "There is no filter " + name + ":",
                            "There are %s. To look for the text itself, put it in quotes: \"%s:%s\""
                                    .formatted(FILTERS, name, value));
        }
    }

    private List<String> words(String part) {
        scanner.reset(part);
        var words = new ArrayList<String>();
        while (scanner.next()) {
            words.add(new String(scanner.word, 0, scanner.length, StandardCharsets.UTF_8));
        }
        return words;
    }

    private void add(List<String> words, boolean isPrefix, boolean isNot, String typed) {
        if (words.isEmpty()) {
            // Only signs: nothing the index knows.
            return;
        }
        if (isPrefix && words.getLast().length() < SHORTEST_PREFIX && isAscii(words.getLast())) {
            throw Problem.invalid(
                    "\"" + typed + "\" would find nearly everything.",
                    "Give at least " + SHORTEST_PREFIX + " letters before the star.");
        }
        var term = new Term(words, isPrefix);
        if (isNot) {
            unwanted.add(term);
        } else if (isAlternative) {
            var both = new ArrayList<>(wanted.removeLast());
            both.add(term);
            wanted.add(both);
        } else {
            wanted.add(List.of(term));
        }
        isAlternative = false;
    }

    private static boolean isAscii(String word) {
        return word.chars().allMatch(c -> c < 128);
    }
}
