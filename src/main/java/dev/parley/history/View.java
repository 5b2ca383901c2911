package dev.parley.history;

import dev.parley.event.SessionKey;
import dev.parley.history.IndexedFile.Told;
import dev.parley.problem.Problem;
import dev.parley.stored.ProjectResolver;
import dev.parley.stored.SameSession;
import dev.parley.stored.StoredSession;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The history as it was known at one moment: sessions newest first. Never changes; the next one
/// takes its place.
public final class View {
    static final View EMPTY = new View(List.of(), new ProjectResolver(), Map.of());

    private final Map<SessionKey, SessionEntry> byKey;
    private final List<SessionEntry> sessions;
    private final Map<String, List<SameSession.Found>> byProvider = new HashMap<>();
    private final List<Told> told;
    private final Function<StoredSession, Optional<String>> projects;

    /// @param titles the names of sessions that CLIs keep elsewhere
    View(Collection<IndexedFile> files, ProjectResolver resolver, Map<SessionKey, String> titles) {
        projects =
                session ->
                        resolver.path(session).or(() -> Optional.ofNullable(session.projectKey()));
        told =
                files.stream()
                        .sorted(Comparator.comparing(file -> file.file().path()))
                        .flatMap(file -> file.sessions().stream())
                        // Who was there first has the requests that were copied later.
                        .sorted(Comparator.comparing(one -> started(one.session())))
                        .toList();
        var sameKey = new HashMap<SessionKey, List<SameSession.Found>>();
        for (var file : files) {
            for (var one : file.sessions()) {
                var session = one.session();
                var found = new SameSession.Found(file.file(), session);
                sameKey.computeIfAbsent(keyOf(session), _ -> new ArrayList<>(1)).add(found);
                byProvider.computeIfAbsent(session.provider(), _ -> new ArrayList<>()).add(found);
            }
        }
        byKey = HashMap.newHashMap(sameKey.size());
        sameKey.forEach((key, found) ->
                SameSession.choose(found)
                        .filter(best -> !best.session().isEmpty())
                        .ifPresent(best -> byKey.put(key, entry(key, best, found, titles))));
        sessions =
                byKey.values().stream()
                        .sorted(
                                Comparator.comparing(SessionEntry::updated)
                                        .reversed()
                                        .thenComparing(entry -> entry.key().toString()))
                        .toList();
    }

    private SessionEntry entry(
            SessionKey key,
            SameSession.Found best,
            List<SameSession.Found> all,
            Map<SessionKey, String> titles) {
        var session = best.session();
        return new SessionEntry(
                key,
                titles.getOrDefault(key, session.title()),
                projects.apply(session).orElse(null),
                best,
                all.stream().mapToLong(found -> found.session().skippedLines()).sum());
    }

    private static Instant started(StoredSession session) {
        return Optional.ofNullable(session.started()).orElse(Instant.MAX);
    }

    static SessionKey keyOf(StoredSession session) {
        return new SessionKey(session.provider(), session.nativeId());
    }

    /// All sessions, those of subagents too, newest first.
    public List<SessionEntry> sessions() {
        return sessions;
    }

    public Optional<SessionEntry> find(SessionKey key) {
        return Optional.ofNullable(byKey.get(key));
    }

    /// A session by what a person may call it: `provider:id`, its id, or the beginning of its id.
    public SessionEntry named(String name) {
        var exact = SessionKey.parse(name).flatMap(this::find);
        if (exact.isPresent()) {
            return exact.get();
        }
        var same = sessions.stream().filter(entry -> entry.key().nativeId().equals(name)).toList();
        var begun =
                sessions.stream()
                        .filter(entry -> !entry.isSubagent())
                        .filter(entry ->
                                entry.key().nativeId().startsWith(name)
                                        || entry.key().toString().startsWith(name))
                        .toList();
        var found = same.isEmpty() ? begun : same;
        if (found.isEmpty() || name.isBlank()) {
            throw Problem.notFound(
                    "There is no session \"" + name + "\".",
                    "`parley sessions` lists them; the beginning of an id is enough.");
        }
        if (found.size() > 1) {
            throw Problem.invalid(
                    "\"" + name + "\" may be any of " + found.size() + " sessions.",
                    "Say more of it: "
                            + found.stream()
                                    .limit(3)
                                    .map(entry -> entry.key().toString())
                                    .collect(Collectors.joining(", ")));
        }
        return found.getFirst();
    }

    /// The files that together are a session's conversation, in their order.
    List<SameSession.Part> parts(SessionEntry entry) {
        return SameSession.conversation(
                entry.found(), byProvider.getOrDefault(entry.key().provider(), List.of()));
    }

    /// Everything that was told, in the order in which requests are to be counted.
    List<Told> told() {
        return told;
    }

    Optional<String> projectOf(StoredSession session) {
        return projects.apply(session);
    }
}
