package dev.parley.work;

import dev.parley.api.SearchRequest;
import dev.parley.api.SessionPage;
import dev.parley.api.SessionSummary;
import dev.parley.api.SessionsRequest;
import dev.parley.base.problem.Problem;
import dev.parley.event.Secrets;
import dev.parley.store.ConversationStore;
import dev.parley.store.ConversationStore.Summary;
import dev.parley.workspace.worktree.Git;

import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What is known of a project: what was said through Parley, what the CLIs keep, and what was
/// committed. Secrets are hidden. Thread-safe.
public final class ProjectHistory {
    /// How many hits there are at most in one answer.
    public static final int MOST = 100;

    private static final int LONGEST = 500;
    private static final String COMMIT = "%H%x1f%an%x1f%aI%x1f%B%x1e";

    /// Where something was found.
    public enum Place {
        CONVERSATION,
        COMMIT,
        SESSION
    }

    /// @param id what it can be asked for by: a session, or a commit
    public record Hit(Place place, String id, String who, Instant at, String text) {}

    /// @param notes what could not be searched, and why
    public record Hits(List<Hit> hits, List<String> notes) {}

    /// A conversation through Parley.
    public record Conversation(String sessionId, String title, Instant updatedAt, long turns) {
        private static Conversation of(Summary summary) {
            return new Conversation(
                    summary.key().sessionId(),
                    shown(summary.title()),
                    summary.updatedAt(),
                    summary.turns());
        }
    }

    /// Conversations through Parley, and sessions of the CLIs.
    public record Sessions(List<Conversation> conversations, SessionPage ofClis) {}

    private final ConversationStore conversations;
    private final ListSessions list;
    private final SearchSessions search;
    private final Git git;

    public ProjectHistory(
            ConversationStore conversations, ListSessions list, SearchSessions search, Git git) {
        this.conversations = conversations;
        this.list = list;
        this.search = search;
        this.git = git;
    }

    /// @param project everything on this machine without it; conversations belong to one
    public Sessions list(Optional<Path> project, Optional<String> text, int limit)
            throws InterruptedException {
        return new Sessions(
                project.isPresent()
                        ? conversations.list(project.get(), text, limit).stream()
                                .map(Conversation::of)
                                .toList()
                        : List.of(),
                list.page(
                        new SessionsRequest(
                                Optional.empty(),
                                project.map(Path::toString),
                                text,
                                false,
                                0,
                                limit)));
    }

    /// @param queries each by itself; what fits one of them is found
    public Hits search(Optional<Path> project, List<String> queries, Set<Place> places, int limit)
            throws InterruptedException {
        var hits = new ArrayList<Hit>();
        var notes = new ArrayList<String>();
        for (var query : queries) {
            if (places.contains(Place.SESSION)) {
                hits.addAll(sessions(project, query, limit, notes));
            }
            if (project.isPresent() && places.contains(Place.CONVERSATION)) {
                hits.addAll(conversations(project.get(), query, limit));
            }
            if (project.isPresent() && places.contains(Place.COMMIT)) {
                hits.addAll(commits(project.get(), query, limit, notes));
            }
        }
        if (project.isEmpty()) {
            notes.add(
                    "Nobody said which project this is about: only the sessions of the CLIs were"
                            + " searched, in all projects.");
        }
        return new Hits(
                hits.stream()
                        .distinct()
                        .sorted(Comparator.comparing(Hit::at).reversed())
                        .limit(limit)
                        .toList(),
                notes.stream().distinct().toList());
    }

    private List<Hit> sessions(Optional<Path> project, String query, int limit, List<String> notes)
            throws InterruptedException {
        // A filter cannot have a space in it.
        var path = project.map(Path::toString).filter(it -> it.matches("[^\\s\"]+"));
        var found =
                search.search(
                        new SearchRequest(
                                query + path.map(it -> " project:" + it).orElse(""),
                                Math.min(limit, SearchRequest.MOST),
                                0,
                                false));
        if (!found.isComplete()) {
            notes.add(found.indexedPercent() + " % of the CLIs' sessions are indexed so far.");
        }
        return found.hits().stream()
                .filter(hit -> project.isEmpty() || isIn(hit.session(), project.get()))
                .map(hit ->
                        new Hit(
                                Place.SESSION,
                                hit.session().key().toString(),
                                hit.session().key().provider() + " " + hit.role(),
                                hit.time(),
                                hit.snippet() == null
                                        ? hit.session().name()
                                        : hit.snippet().text()))
                .toList();
    }

    private static boolean isIn(SessionSummary session, Path project) {
        var place = session.project();
        return place != null && Path.of(place).startsWith(project);
    }

    private List<Hit> conversations(Path project, String query, int limit)
            throws InterruptedException {
        return conversations.search(project, words(query), limit).stream()
                .map(found ->
                        new Hit(
                                Place.CONVERSATION,
                                found.key().sessionId(),
                                found.turn().said().provider(),
                                found.turn().at(),
                                shown(found.turn().said().content())))
                .toList();
    }

    /// The repository may not be ours: nothing that its configuration names is run.
    private List<Hit> commits(Path project, String query, int limit, List<String> notes)
            throws InterruptedException {
        var arguments =
                new ArrayList<>(
                        List.of(
                                "-c",
                                "core.fsmonitor=false",
                                "log",
                                "--no-show-signature",
                                "--no-color",
                                "--max-count=" + limit,
                                "--regexp-ignore-case",
                                "--fixed-strings",
                                "--all-match",
                                "--format=" + COMMIT));
        words(query).forEach(word -> arguments.add("--grep=" + word));
        try {
            var answer = git.ask(project, arguments.toArray(String[]::new));
            if (!answer.isOk()) {
                notes.add("There are no commits to search in " + project + ".");
                return List.of();
            }
            return commits(answer.output());
        } catch (Problem problem) {
            notes.add(problem.message());
            return List.of();
        }
    }

    private static List<Hit> commits(String printed) {
        var hits = new ArrayList<Hit>();
        for (var entry : printed.split("\u001e", -1)) {
            var parts = entry.strip().split("\u001f", -1);
            if (parts.length == 4) {
                hits.add(
                        new Hit(
                                Place.COMMIT,
                                parts[0],
                                parts[1],
                                OffsetDateTime.parse(parts[2]).toInstant(),
                                shown(parts[3].strip())));
            }
        }
        return hits;
    }

    private static List<String> words(String query) {
        return List.of(query.replace("\"", " ").strip().split("\\s+"));
    }

    private static String shown(String text) {
        var masked = Secrets.mask(text);
        return masked.length() > LONGEST ? masked.substring(0, LONGEST) + "…" : masked;
    }
}
