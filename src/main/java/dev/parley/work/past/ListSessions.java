package dev.parley.work.past;

import dev.parley.api.ProjectSummary;
import dev.parley.api.SessionId;
import dev.parley.api.SessionPage;
import dev.parley.api.SessionSummary;
import dev.parley.api.SessionsRequest;
import dev.parley.event.SessionKey;
import dev.parley.history.History;
import dev.parley.history.SessionEntry;
import dev.parley.history.SessionQuery;
import dev.parley.history.text.TextSearch;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Lists the sessions of every CLI on this machine, newest first, and the projects they are in. A
/// session that is live is one of them and is marked.
public final class ListSessions {
    private static final Comparator<SessionSummary> NEWEST_FIRST =
            Comparator.comparing(SessionSummary::lastUsed).reversed();

    private static final int SHORTEST_ID = 8;

    private final History history;
    private final TextSearch search;
    private final LiveNow live;
    private final Consumer<String> providers;

    /// @param providers throws a problem for an id that no provider has
    public ListSessions(
            History history, TextSearch search, LiveNow live, Consumer<String> providers) {
        this.history = history;
        this.search = search;
        this.live = live;
        this.providers = providers;
    }

    /// The sessions that are live now, by the keys of the same conversations in the history.
    public Map<SessionKey, SessionId> live() {
        return live.ids();
    }

    public SessionPage page(SessionsRequest request) throws InterruptedException {
        request.provider().ifPresent(providers);
        var query =
                new SessionQuery(
                        request.provider(), request.project(), request.includesSubagents());
        var found = containing(request.text());
        var wanted = both(both(found, only(request)), withoutRooms(request));
        var view = history.view();
        var ids = live.ids();
        var marks = live.marks(ids);
        // A search finds what is in files.
        var others =
                found.isPresent() || request.only().isPresent()
                        ? List.<SessionSummary>of()
                        : live.withoutFile(ids, view).stream()
                                .filter(one -> query.isIn(one.key().provider(), one.project()))
                                .filter(one -> request.includesRooms() || one.room() == null)
                                .toList();
        var from = others.isEmpty() ? request.offset() : 0;
        var page = view.page(query, wanted, from, request.offset() - from + request.limit());
        var sessions =
                Stream.concat(
                                page.entries().stream().map(entry -> marks.apply(entry.summary())),
                                others.stream())
                        .sorted(NEWEST_FIRST)
                        .skip(request.offset() - from)
                        .limit(request.limit())
                        .toList();
        return new SessionPage(page.total() + others.size(), history.isComplete(), sessions);
    }

    /// The shortest beginning of each id that names this session and no other, but not shorter than
    /// people are used to.
    public Map<SessionKey, String> shortIds(List<SessionKey> keys) throws InterruptedException {
        // One of a subagent is found by the whole of its id only.
        var view = history.view();
        var others =
                view.sessions().stream()
                        .filter(entry -> !entry.isSubagent())
                        .map(SessionEntry::key)
                        .toList();
        return keys.stream()
                .distinct()
                .collect(
                        Collectors.toMap(
                                Function.identity(),
                                key ->
                                        view.find(key).filter(SessionEntry::isSubagent).isPresent()
                                                ? key.nativeId()
                                                : shortId(key, others)));
    }

    private static String shortId(SessionKey key, List<SessionKey> others) {
        var id = key.nativeId();
        var length = SHORTEST_ID;
        for (var other : others) {
            if (!other.equals(key)) {
                length = Math.max(length, sharedBeginning(id, other.nativeId()) + 1);
            }
        }
        return length >= id.length() ? id : id.substring(0, length);
    }

    private static int sharedBeginning(String one, String other) {
        var at = 0;
        while (at < one.length() && at < other.length() && one.charAt(at) == other.charAt(at)) {
            at++;
        }
        return at;
    }

    /// Where there is none, a page of the newest does not look at the others.
    private Optional<Predicate<SessionEntry>> withoutRooms(SessionsRequest request) {
        return request.includesRooms() || !live.hasRooms()
                ? Optional.empty()
                : Optional.of(entry -> !live.isInRoom(entry.key()));
    }

    private static Optional<Predicate<SessionEntry>> only(SessionsRequest request) {
        return request.only().map(keys -> entry -> keys.contains(entry.key().toString()));
    }

    private static Optional<Predicate<SessionEntry>> both(
            Optional<Predicate<SessionEntry>> one, Optional<Predicate<SessionEntry>> other) {
        return one.isPresent() && other.isPresent()
                ? Optional.of(one.get().and(other.get()))
                : one.or(() -> other);
    }

    private Optional<Predicate<SessionEntry>> containing(Optional<String> text)
            throws InterruptedException {
        if (text.isEmpty() || text.get().isBlank()) {
            return Optional.empty();
        }
        var keys = search.sessions(text.get());
        return Optional.of(entry -> keys.contains(entry.key()));
    }

    /// The project in which something was said last comes first.
    public List<ProjectSummary> projects() throws InterruptedException {
        var view = history.view();
        return Stream.concat(
                        view.sessions().stream()
                                .filter(entry -> entry.project() != null && !entry.isSubagent())
                                .filter(entry -> !live.isInRoom(entry.key()))
                                .map(entry ->
                                        project(entry.project(), entry.key(), entry.updated())),
                        live.withoutFile(live.ids(), view).stream()
                                .filter(one -> one.room() == null)
                                .map(one -> project(one.project(), one.key(), one.lastUsed())))
                .collect(Collectors.toMap(ProjectSummary::path, one -> one, ProjectSummary::plus))
                .values()
                .stream()
                .sorted(Comparator.comparing(ProjectSummary::updated).reversed())
                .toList();
    }

    private static ProjectSummary project(@Nullable String path, SessionKey key, Instant updated) {
        return new ProjectSummary(
                Objects.requireNonNull(path), 1, updated, List.of(key.provider()));
    }
}
