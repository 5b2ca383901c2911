package dev.parley.history;

import dev.parley.api.Progress;
import dev.parley.event.SessionKey;
import dev.parley.history.catalog.CatalogFile;
import dev.parley.history.catalog.IndexedFile;
import dev.parley.history.catalog.IndexedFile.Look;
import dev.parley.provider.StoredPlace;
import dev.parley.sessionfile.ProjectResolver;
import dev.parley.sessionfile.SessionNames;
import dev.parley.sessionfile.StoredFacts;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.StoredReader;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Every session the CLIs left on this machine. A pass lists their files and reads what is new,
/// newest first; what is known so far can be looked at meanwhile. Thread-safe; one pass at a time.
public final class History {
    private static final Logger LOG = LoggerFactory.getLogger(History.class);

    /// Up to so many changed files, the rest of a view is taken over as it is.
    private static final int A_FEW = 200;

    private final Supplier<List<StoredPlace>> places;
    private final Function<String, Optional<String>> origins;
    private final Predicate<SessionKey> isInRoom;
    private final CatalogFile catalog;
    private final Map<Path, IndexedFile> files = new ConcurrentHashMap<>();
    private final ReaderCache readings = new ReaderCache();

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /// Guards everything below: a pass has it from its start to its end.
    private final ReentrantLock pass = new ReentrantLock();

    private Map<SessionKey, String> titles = Map.of();
    private List<SessionNames> registries = List.of();
    private Set<String> directories = Set.of();
    private boolean isLoaded;

    /// Whether the catalog on disk tells less than is known.
    private volatile boolean isUnsaved;

    private boolean isSavingFailed;

    /// Whether the view tells less than is known.
    private volatile boolean isUnshown;

    private volatile HistorySnapshot view = HistorySnapshot.EMPTY;
    private volatile boolean isComplete;

    /// @param places where the CLIs keep their sessions; asked when the first pass begins
    /// @param directory where the catalog is kept between starts
    public History(Supplier<List<StoredPlace>> places, Path directory) {
        this(places, _ -> Optional.empty(), _ -> false, directory);
    }

    /// @param origins which project a path belongs to, where that is not the path itself
    /// @param isInRoom whether an agent in a room has a session
    public History(
            Supplier<List<StoredPlace>> places,
            Function<String, Optional<String>> origins,
            Predicate<SessionKey> isInRoom,
            Path directory) {
        this.places = places;
        this.origins = origins;
        this.isInRoom = isInRoom;
        catalog = new CatalogFile(directory);
    }

    /// What is known now.
    public HistorySnapshot view() {
        return view;
    }

    /// Whether a first pass has come to its end.
    public boolean isComplete() {
        return isComplete;
    }

    /// Whether a session is here for sure. As long as not everything was looked at, nobody knows.
    public boolean has(SessionKey session) {
        return isComplete && view.find(session).isPresent();
    }

    /// Where a session worked. A command that lives for one session reads the history first.
    public Optional<Path> directoryOf(SessionKey session) throws InterruptedException {
        if (!isComplete) {
            refresh(Progress.SILENT);
        }
        return view.find(session).map(entry -> entry.summary().directory()).map(Path::of);
    }

    /// Reads what changed since the last pass; what the catalog on disk knows counts as read.
    ///
    /// @return how many files were read
    public int refresh(Progress progress) throws InterruptedException {
        pass.lockInterruptibly();
        try {
            return pass(progress);
        } finally {
            pass.unlock();
        }
    }

    /// Forgets everything and reads all files again.
    public int rebuild(Progress progress) throws InterruptedException {
        pass.lockInterruptibly();
        try {
            isLoaded = true;
            isUnshown = true;
            isUnsaved = true;
            files.clear();
            readings.clear();
            return pass(progress);
        } finally {
            pass.unlock();
        }
    }

    private void load() {
        if (!isLoaded) {
            catalog.read().forEach(file -> files.put(file.file().path(), file));
            isLoaded = true;
        }
    }

    private int pass(Progress progress) throws InterruptedException {
        var all = places.get();
        var listing = FileListing.start(all);
        load();
        readNames(all);
        if (view == HistorySnapshot.EMPTY && !files.isEmpty()) {
            // What the catalog tells can be seen before a hundred thousand files are looked at.
            publish();
        }
        var jobs = new ArrayList<Job>();
        var there = new HashSet<Path>();
        for (var job : listing.found()) {
            if (there.add(job.file().path()) && isNew(job)) {
                jobs.add(job);
            }
        }
        var areGone = files.keySet().retainAll(there);
        isUnshown |= areGone;
        isUnsaved |= areGone;
        jobs.sort(Comparator.comparingLong((Job job) -> job.look().modified()).reversed());
        if (!jobs.isEmpty()) {
            ReaderThreads.run(jobs, this::read, progress, this::publish);
        }
        if (isUnshown) {
            publish();
        }
        isComplete = true;
        writeCatalog();
        listeners.forEach(Runnable::run);
        return jobs.size();
    }

    /// Reads what CLIs keep beside their sessions: names and directories.
    private void readNames(List<StoredPlace> all) {
        var before = registries;
        registries = all.stream().map(History::registry).toList();
        titles = titles(all, registries);
        isUnshown |= !registries.equals(before);
    }

    /// Names are not worth a history.
    private static SessionNames registry(StoredPlace place) {
        try {
            return place.registry();
        } catch (RuntimeException e) {
            LOG.warn("What is beside the sessions in {} cannot be read", place.home(), e);
            return SessionNames.EMPTY;
        }
    }

    /// Reads these files on and leaves all others alone; what they told is kept on disk by [#save],
    /// or by the next pass.
    ///
    /// @return whether nothing else needs a look; other files tell of sessions, too
    boolean refresh(Set<Path> changed) throws InterruptedException {
        pass.lockInterruptibly();
        try {
            if (!isComplete) {
                return false;
            }
            var all = places.get();
            var gone = new ArrayList<IndexedFile>();
            var fresh = new ArrayList<IndexedFile>();
            var isAll = true;
            // Something else may be left of a pass that was given up.
            var isRestShown = !isUnshown;
            for (var path : changed) {
                isAll &= refresh(path, all, gone, fresh);
            }
            if (!gone.isEmpty() || !fresh.isEmpty()) {
                isUnsaved = true;
                show(gone, fresh, isRestShown);
                listeners.forEach(Runnable::run);
            }
            return isAll;
        } finally {
            pass.unlock();
        }
    }

    private boolean refresh(
            Path path, List<StoredPlace> all, List<IndexedFile> gone, List<IndexedFile> fresh) {
        for (var place : all) {
            var file = place.describe(path);
            if (file.isPresent()) {
                var before = files.get(path);
                // A pipe that is called like a session would be waited for.
                if (Files.isRegularFile(path)) {
                    if (!readIfNew(place, file.get())) {
                        return true;
                    }
                } else {
                    files.remove(path);
                }
                Optional.ofNullable(before).ifPresent(gone::add);
                Optional.ofNullable(files.get(path)).ifPresent(fresh::add);
                return true;
            }
        }
        return false;
    }

    /// Shows what a few files tell now. A directory that nobody knew may tell where sessions of
    /// others belong: then everything is looked at anew.
    private void show(List<IndexedFile> gone, List<IndexedFile> fresh, boolean isRestShown) {
        var isKnown =
                fresh.stream()
                        .flatMap(file -> file.sessions().stream())
                        .flatMap(told -> directories(told.session()).stream())
                        .allMatch(directories::contains);
        if (isKnown && isRestShown && gone.size() + fresh.size() <= A_FEW) {
            isUnshown = false;
            view = view.with(List.copyOf(files.values()), gone, fresh);
        } else {
            publish();
        }
    }

    /// Keeps on disk what was read since it was kept last.
    void save() throws InterruptedException {
        pass.lockInterruptibly();
        try {
            writeCatalog();
        } finally {
            pass.unlock();
        }
    }

    /// A file to be read.
    record Job(StoredPlace place, StoredFile file, Look look) {}

    private boolean isNew(Job job) {
        var before = files.get(job.file().path());
        var isKnown =
                before != null
                        && before.look().isSame(job.look())
                        && before.file().isSame(job.file());
        return !isKnown && !readings.hasFailed(job);
    }

    private boolean readIfNew(StoredPlace place, StoredFile file) {
        try {
            var job = new Job(place, file, Look.at(file));
            if (!isNew(job)) {
                return false;
            }
            read(job);
            return true;
        } catch (IOException _) {
            // Gone in the meantime, or not ours to see.
            return false;
        }
    }

    private void read(Job job) {
        readings.read(job, isComplete)
                .ifPresent(indexed -> {
                    files.put(job.file().path(), indexed);
                    isUnshown = true;
                    isUnsaved = true;
                });
    }

    private static Map<SessionKey, String> titles(
            List<StoredPlace> all, List<SessionNames> registries) {
        var titles = new HashMap<SessionKey, String>();
        for (var at = 0; at < all.size(); at++) {
            var provider = all.get(at).provider();
            registries
                    .get(at)
                    .titles()
                    .forEach((id, title) -> titles.put(new SessionKey(provider, id), title));
        }
        return Map.copyOf(titles);
    }

    /// Makes what was read so far visible. Every view has a resolver of its own: it may be asked
    /// while the next one learns.
    private void publish() {
        isUnshown = false;
        var now = List.copyOf(files.values());
        var known = new HashSet<String>();
        for (var file : now) {
            for (var told : file.sessions()) {
                known.addAll(directories(told.session()));
            }
        }
        var resolver = new ProjectResolver(origins);
        known.forEach(resolver::learn);
        registries.forEach(resolver::learn);
        directories = known;
        view = new HistorySnapshot(now, resolver, titles, isInRoom);
    }

    private static List<String> directories(StoredFacts session) {
        var found = new ArrayList<String>(2);
        if (session.project() != null) {
            found.add(session.project());
        }
        if (session.cwd() != null) {
            found.add(session.cwd());
        }
        return found;
    }

    private void writeCatalog() {
        if (!isUnsaved) {
            return;
        }
        try {
            catalog.write(List.copyOf(files.values()));
            isUnsaved = false;
            isSavingFailed = false;
        } catch (IOException e) {
            // It is tried again and again until there is room; once is enough to say so.
            if (!isSavingFailed) {
                LOG.warn("The catalog of sessions is kept later: {}", catalog.problem(e).message());
            }
            isSavingFailed = true;
        }
    }

    /// A file of a CLI, and how it looked when it was read last: its size, and when it was modified
    /// in nanoseconds since 1970.
    public record Seen(String provider, StoredFile file, long size, long modified) {}

    /// The files that were read so far, for who wants more of them than the catalog keeps.
    public List<Seen> files() {
        return files.values().stream().map(History::seen).toList();
    }

    private static Seen seen(IndexedFile file) {
        return new Seen(file.provider(), file.file(), file.look().size(), file.look().modified());
    }

    /// A reader of one of these files, from its beginning.
    public StoredReader open(StoredFile file) {
        return placeOf(file).open(file);
    }

    /// Told after every pass, by the thread that made it.
    public void whenPassed(Runnable listener) {
        listeners.add(listener);
    }

    /// Where something happens when a CLI writes.
    WatchedFolders folders() {
        return WatchedFolders.of(places.get());
    }

    /// The place that a file of the catalog belongs to.
    StoredPlace placeOf(StoredFile file) {
        return places.get().stream()
                .filter(place -> place.describe(file.path()).isPresent())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No place has " + file.path()));
    }
}
