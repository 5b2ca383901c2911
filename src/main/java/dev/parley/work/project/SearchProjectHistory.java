package dev.parley.work.project;

import dev.parley.api.SearchHits;
import dev.parley.api.SearchRequest;
import dev.parley.base.problem.Problem;
import dev.parley.event.Secrets;
import dev.parley.provider.Target;
import dev.parley.store.ConversationStore;
import dev.parley.work.past.SearchSessions;
import dev.parley.workspace.worktree.Git;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Looks through what was said about a project, in Parley's own conversations and in the sessions
/// of the CLIs, and through its commits. Secrets are hidden. Thread-safe.
public final class SearchProjectHistory {
    public static final int USUAL = 40;
    static final int MOST = 100;
    static final int MOST_QUERIES = 10;
    private static final int LONGEST_QUERY = 500;
    private static final int BEFORE = 100;
    private static final int LONGEST_TEXT = 400;

    /// Where something is found.
    public enum Source {
        CONVERSATION,
        COMMIT,
        SESSION;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Source named(String name) {
            return Arrays.stream(values())
                    .filter(one -> one.wireName().equals(name))
                    .findFirst()
                    .orElseThrow(() ->
                            Problem.invalid(
                                    "There is nothing called \"" + name + "\" to search.",
                                    "Say conversation, commit or session."));
        }
    }

    /// @param id of the conversation, the commit or the session
    /// @param who said or wrote it
    /// @param text the words around what was found
    public record Hit(
            Source source, String query, String id, Instant time, String who, String text) {}

    /// @param indexedPercent how much of the CLIs' sessions can be searched now
    public record Found(List<Hit> hits, int indexedPercent) {}

    private final ConversationStore conversations;
    private final SearchSessions sessions;
    private final Git git;

    public SearchProjectHistory(ConversationStore conversations, SearchSessions sessions, Git git) {
        this.conversations = conversations;
        this.sessions = sessions;
        this.git = git;
    }

    /// @param query several are separated by semicolons
    /// @param sources where to look; everywhere if there are none
    public Found search(Path directory, String query, int most, Set<Source> sources)
            throws InterruptedException {
        if (most < 1 || most > MOST) {
            throw Problem.invalid(
                    "max_results is " + most + ".", "Give a number between 1 and " + MOST + ".");
        }
        var project = Target.directory(directory);
        var places = sources.isEmpty() ? EnumSet.allOf(Source.class) : EnumSet.copyOf(sources);
        var found = new LinkedHashMap<Source, List<Hit>>();
        var percent = 100;
        for (var one : queries(query)) {
            for (var place : places) {
                var hits = found.computeIfAbsent(place, _ -> new ArrayList<>());
                switch (place) {
                    case CONVERSATION -> hits.addAll(said(project, one, most));
                    case COMMIT -> hits.addAll(committed(project, one, most));
                    case SESSION -> {
                        var all = sessions(project, one, most);
                        percent = Math.min(percent, all.indexedPercent());
                        hits.addAll(hits(project, one, all));
                    }
                }
            }
        }
        return new Found(mixed(List.copyOf(found.values()), most), percent);
    }

    private static List<String> queries(String query) {
        var all =
                Arrays.stream(query.split(";", -1))
                        .map(String::strip)
                        .filter(one -> !one.isEmpty())
                        .distinct()
                        .toList();
        if (all.isEmpty()) {
            throw Problem.invalid("The query is empty.", "Say what to look for.");
        }
        if (all.size() > MOST_QUERIES
                || all.stream().anyMatch(one -> one.length() > LONGEST_QUERY)) {
            throw new Problem(
                    Problem.Kind.TOO_LARGE,
                    "That is too much to look for at once.",
                    "Give up to %d queries of up to %d characters."
                            .formatted(MOST_QUERIES, LONGEST_QUERY));
        }
        return all;
    }

    /// Some of each place, so that one does not crowd out the others.
    private static List<Hit> mixed(List<List<Hit>> places, int most) {
        var all = new ArrayList<Hit>();
        var longest = places.stream().mapToInt(List::size).max().orElse(0);
        for (var at = 0; at < longest && all.size() < most; at++) {
            for (var place : places) {
                if (at < place.size() && all.size() < most) {
                    all.add(place.get(at));
                }
            }
        }
        return all;
    }

    private static List<String> words(String query) {
        return Arrays.stream(query.replace("\"", " ").split("\\s+"))
                .filter(word -> !word.isEmpty())
                .limit(20)
                .toList();
    }

    private List<Hit> said(Path project, String query, int most) throws InterruptedException {
        var words = words(query);
        if (words.isEmpty()) {
            return List.of();
        }
        return conversations.search(project, words, most).stream()
                .map(found -> {
                    var said = found.turn().said();
                    var isUser = said.role() == ConversationStore.Role.USER;
                    return new Hit(
                            Source.CONVERSATION,
                            query,
                            found.key().sessionId(),
                            found.turn().at(),
                            isUser ? "user, to " + said.provider() : said.provider(),
                            around(said.content(), words.getFirst()));
                })
                .toList();
    }

    /// Masked as a whole first: half a secret looks like none.
    private static String around(String content, String word) {
        var text = Secrets.mask(content);
        var at = text.toLowerCase(Locale.ROOT).indexOf(word.toLowerCase(Locale.ROOT));
        var from = Math.max(0, Math.min(at, text.length()) - BEFORE);
        var to = Math.min(text.length(), from + LONGEST_TEXT);
        return (from > 0 ? "…" : "")
                + text.substring(from, to).replaceAll("\\s+", " ").strip()
                + (to < text.length() ? "…" : "");
    }

    private List<Hit> committed(Path project, String query, int most) throws InterruptedException {
        var words = words(query);
        var arguments =
                new ArrayList<>(
                        List.of(
                                "log",
                                "--max-count=" + most,
                                "--fixed-strings",
                                "--regexp-ignore-case",
                                "--all-match",
                                "--format=%x01%H%x02%aI%x02%an%x02%B"));
        words.forEach(word -> arguments.add("--grep=" + word));
        arguments.addAll(List.of("--", "."));
        var answer = git.ask(project, arguments.toArray(String[]::new));
        if (!answer.isOk() || words.isEmpty()) {
            return List.of(); // no repository, or nothing in it yet
        }
        return Arrays.stream(answer.output().split("\u0001"))
                .map(text -> text.split("\u0002", 4))
                .filter(parts -> parts.length == 4)
                .map(parts ->
                        new Hit(
                                Source.COMMIT,
                                query,
                                parts[0].strip(),
                                time(parts[1]),
                                parts[2],
                                around(parts[3], words.getFirst())))
                .toList();
    }

    private static Instant time(String text) {
        try {
            return OffsetDateTime.parse(text.strip()).toInstant();
        } catch (DateTimeException _) {
            return Instant.EPOCH; // a commit may have any date
        }
    }

    private SearchHits sessions(Path project, String query, int most) throws InterruptedException {
        var name = project.toString();
        var within = name.matches("\\S+") && !name.contains("\"") ? " project:" + name : "";
        return sessions.search(new SearchRequest(query + within, most, 0, false));
    }

    /// A query may name other projects; they are none of the asker's business.
    private static List<Hit> hits(Path project, String query, SearchHits found) {
        return found.hits().stream()
                .filter(hit -> isIn(project, hit.session().project()))
                .map(hit ->
                        new Hit(
                                Source.SESSION,
                                query,
                                hit.session().key().toString(),
                                hit.time(),
                                hit.session().key().provider() + " (" + hit.role() + ")",
                                hit.snippet() == null ? "" : Secrets.mask(hit.snippet().text())))
                .toList();
    }

    /// Whether a session belongs to a project or a directory in it.
    public static boolean isIn(Path project, @Nullable String place) {
        return place != null
                && (place.equals(project.toString()) || place.startsWith(project + "/"));
    }
}
