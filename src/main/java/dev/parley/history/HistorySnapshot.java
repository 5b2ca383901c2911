package dev.parley.history;

import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;
import dev.parley.history.catalog.IndexedFile;
import dev.parley.history.catalog.IndexedFile.Told;
import dev.parley.sessionfile.ProjectResolver;
import dev.parley.sessionfile.SessionFiles;
import dev.parley.sessionfile.SessionFiles.Found;
import dev.parley.sessionfile.StoredFacts;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The history as it was known at one moment: sessions newest first. Never changes; the next one
/// takes its place.
public final class HistorySnapshot {
    static final HistorySnapshot EMPTY =
            new HistorySnapshot(List.of(), new ProjectResolver(), Map.of(), _ -> false);

    private static final String LAST = "last";
    private static final Comparator<SessionEntry> NEWEST_FIRST = HistorySnapshot::newestFirst;

    private final Collection<IndexedFile> files;
    private final ProjectResolver resolver;
    private final Map<SessionKey, String> titles;
    private final Predicate<SessionKey> isInRoom;

    /// Every file that tells of a session.
    private final Map<SessionKey, List<Found>> found;

    private final Map<SessionKey, SessionEntry> byKey;
    private final List<SessionEntry> sessions;
    private final List<SessionEntry> mains;
    private volatile @Nullable List<Told> told;

    /// @param titles the names of sessions that CLIs keep elsewhere
    /// @param isInRoom whether an agent in a room has a session
    HistorySnapshot(
            Collection<IndexedFile> files,
            ProjectResolver resolver,
            Map<SessionKey, String> titles,
            Predicate<SessionKey> isInRoom) {
        this.isInRoom = isInRoom;
        this.files = files;
        this.resolver = resolver;
        this.titles = titles;
        found = HashMap.newHashMap(files.size());
        files.forEach(this::add);
        byKey = HashMap.newHashMap(found.size());
        found.forEach(this::settle);
        sessions = new ArrayList<>(byKey.values());
        sessions.sort(NEWEST_FIRST);
        mains = new ArrayList<>(sessions.size());
        for (var entry : sessions) {
            if (!entry.isSubagent()) {
                mains.add(entry);
            }
        }
    }

    /// The view before, of which a few files changed.
    ///
    /// @param gone what those files told until now
    /// @param fresh what they tell
    private HistorySnapshot(
            HistorySnapshot before,
            Collection<IndexedFile> files,
            List<IndexedFile> gone,
            List<IndexedFile> fresh) {
        this.files = files;
        resolver = before.resolver;
        titles = before.titles;
        isInRoom = before.isInRoom;
        found = new HashMap<>(before.found);
        byKey = new HashMap<>(before.byKey);
        sessions = new ArrayList<>(before.sessions);
        mains = new ArrayList<>(before.mains);
        var keys = new HashSet<SessionKey>();
        gone.forEach(file -> keys.addAll(file.keys()));
        fresh.forEach(file -> keys.addAll(file.keys()));
        for (var key : keys) {
            place(byKey.remove(key), false);
            found.computeIfPresent(key, (_, all) -> without(gone, all));
        }
        fresh.forEach(this::add);
        for (var key : keys) {
            settle(key, found.getOrDefault(key, List.of()));
            place(byKey.get(key), true);
        }
    }

    /// In plain words: a hundred thousand sessions are compared two million times.
    private static int newestFirst(SessionEntry one, SessionEntry other) {
        var byTime = other.updated().compareTo(one.updated());
        if (byTime != 0) {
            return byTime;
        }
        var byId = one.key().nativeId().compareTo(other.key().nativeId());
        return byId != 0 ? byId : one.key().provider().compareTo(other.key().provider());
    }

    HistorySnapshot with(
            Collection<IndexedFile> all, List<IndexedFile> gone, List<IndexedFile> fresh) {
        return new HistorySnapshot(this, all, gone, fresh);
    }

    private static @Nullable List<Found> without(List<IndexedFile> gone, List<Found> all) {
        var paths = gone.stream().map(file -> file.file().path()).collect(Collectors.toSet());
        var left = all.stream().filter(one -> !paths.contains(one.file().path())).toList();
        return left.isEmpty() ? null : left;
    }

    /// Nearly always there is one file, and what it tells needs no room for more.
    private static List<Found> joined(List<Found> some, List<Found> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    private void add(IndexedFile file) {
        for (var one : file.sessions()) {
            found.merge(
                    one.session().key(),
                    List.of(new Found(file.file(), one.session())),
                    HistorySnapshot::joined);
        }
    }

    /// Decides what is shown of a session.
    private void settle(SessionKey key, List<Found> all) {
        SessionFiles.choose(all)
                .filter(best -> !best.session().isEmpty())
                .ifPresent(best -> byKey.put(key, entry(key, best, all)));
    }

    private SessionEntry entry(SessionKey key, Found best, List<Found> all) {
        var skippedLines = 0L;
        var skippedValues = 0L;
        for (var one : all) {
            skippedLines += one.session().skippedLines();
            skippedValues += one.session().skippedValues();
        }
        return new SessionEntry(
                key,
                titles.getOrDefault(key, best.session().title()),
                projectOf(best.session()).orElse(null),
                best,
                skippedLines,
                skippedValues);
    }

    private void place(@Nullable SessionEntry entry, boolean isThere) {
        if (entry != null) {
            place(sessions, entry, isThere);
            if (!entry.isSubagent()) {
                place(mains, entry, isThere);
            }
        }
    }

    private static void place(List<SessionEntry> list, SessionEntry entry, boolean isThere) {
        var at = Collections.binarySearch(list, entry, NEWEST_FIRST);
        if (isThere && at < 0) {
            list.add(-at - 1, entry);
        } else if (!isThere && at >= 0) {
            list.remove(at);
        }
    }

    private static Instant started(StoredFacts session) {
        return session.started() == null ? Instant.MAX : session.started();
    }

    /// All sessions, those of subagents too, newest first.
    public List<SessionEntry> sessions() {
        return Collections.unmodifiableList(sessions);
    }

    /// Part of a list of sessions.
    ///
    /// @param total how many there are in all
    public record Page(int total, List<SessionEntry> entries) {}

    /// The sessions that are wanted, newest first. What is asked for most, the newest of all, does
    /// not look at the others.
    public Page page(
            SessionQuery query, Optional<Predicate<SessionEntry>> filter, long offset, long limit) {
        var list = query.includesSubagents() ? sessions : mains;
        var isAll = query.isAll() && filter.isEmpty();
        var entries = new ArrayList<SessionEntry>();
        var total = 0;
        for (var entry : list) {
            if (!isAll && !(query.test(entry) && filter.orElse(_ -> true).test(entry))) {
                continue;
            }
            if (total >= offset && entries.size() < limit) {
                entries.add(entry);
            }
            total++;
            if (isAll && entries.size() == limit) {
                return new Page(list.size(), entries);
            }
        }
        return new Page(total, entries);
    }

    public Optional<SessionEntry> find(SessionKey key) {
        return Optional.ofNullable(byKey.get(key));
    }

    /// A session by what a person may call it: `provider:id`, its id, the beginning of its id, or
    /// `last` for the one in which something was said last; nobody means one of an agent in a room.
    public SessionEntry named(String name) {
        var last = mains.stream().filter(entry -> !isInRoom.test(entry.key())).findFirst();
        if (name.equals(LAST) && last.isPresent()) {
            return last.get();
        }
        var exact = SessionKey.parse(name).flatMap(this::find);
        if (exact.isPresent()) {
            return exact.get();
        }
        var same = sessions.stream().filter(entry -> entry.key().nativeId().equals(name)).toList();
        var begun =
                mains.stream()
                        .filter(entry ->
                                entry.key().nativeId().startsWith(name)
                                        || entry.key().toString().startsWith(name))
                        .toList();
        var matching = same.isEmpty() ? begun : same;
        if (matching.isEmpty() || name.isBlank()) {
            throw Problem.notFound(
                    "There is no session \"" + name + "\".",
                    "`parley sessions` lists them; the beginning of an id is enough.");
        }
        if (matching.size() > 1) {
            throw Problem.invalid(
                    "\"" + name + "\" may be any of " + matching.size() + " sessions.",
                    "Say more of it: "
                            + matching.stream()
                                    .limit(3)
                                    .map(entry -> entry.key().toString())
                                    .collect(Collectors.joining(", ")));
        }
        return matching.getFirst();
    }

    /// The files that together are a session's conversation, in their order.
    List<SessionFiles.Part> parts(SessionEntry entry) {
        if (entry.session().base() == null) {
            return SessionFiles.conversation(entry.found(), List.of());
        }
        var provider = entry.key().provider();
        var all = new ArrayList<Found>();
        found.forEach((key, files) -> {
            if (key.provider().equals(provider)) {
                all.addAll(files);
            }
        });
        return SessionFiles.conversation(entry.found(), all);
    }

    /// A copy begins when its original did: that one comes first.
    private static final Comparator<Told> FIRST =
            Comparator.comparing((Told one) -> started(one.session()))
                    .thenComparing(one -> one.session().forkedFrom() != null);

    /// Everything that was told, in the order in which requests are to be counted: who was there
    /// first has the requests that were copied later.
    public List<Told> told() {
        var known = told;
        if (known == null) {
            known =
                    files.stream()
                            .sorted(Comparator.comparing(file -> file.file().path()))
                            .flatMap(file -> file.sessions().stream())
                            .sorted(FIRST)
                            .toList();
            told = known;
        }
        return known;
    }

    /// The same of one session, its subagents, what it goes on from and what it may be a copy of:
    /// whose requests they are does not depend on anybody else.
    public List<Told> told(SessionKey session) {
        var family = new HashSet<String>();
        var begins = new HashSet<Instant>();
        var next = Optional.of(session.nativeId());
        while (next.isPresent() && family.add(next.get())) {
            var entry = find(new SessionKey(session.provider(), next.get()));
            entry.map(SessionEntry::session).map(StoredFacts::started).ifPresent(begins::add);
            next = entry.map(SessionEntry::session).map(StoredFacts::forkedFrom);
        }
        for (var entry : sessions) {
            if (entry.key().provider().equals(session.provider())
                    && begins.contains(entry.session().started())) {
                family.add(entry.key().nativeId());
            }
        }
        return files.stream()
                .filter(file ->
                        file.provider().equals(session.provider())
                                && file.sessions().stream().anyMatch(one -> isOf(family, one)))
                .sorted(Comparator.comparing(file -> file.file().path()))
                .flatMap(file -> file.sessions().stream())
                .filter(one -> isOf(family, one))
                .sorted(FIRST)
                .toList();
    }

    private static boolean isOf(Set<String> family, Told one) {
        var parent = one.session().parent();
        return family.contains(parent == null ? one.session().nativeId() : parent);
    }

    public Optional<String> projectOf(StoredFacts session) {
        return resolver.path(session).or(() -> Optional.ofNullable(session.projectKey()));
    }
}
