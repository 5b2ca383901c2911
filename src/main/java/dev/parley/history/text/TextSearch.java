package dev.parley.history.text;

import dev.parley.api.Progress;
import dev.parley.api.SearchHits;
import dev.parley.api.SearchRequest;
import dev.parley.base.disk.DiskProblem;
import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;
import dev.parley.history.History;
import dev.parley.history.text.index.IndexFailure;
import dev.parley.history.text.index.TextIndex;
import dev.parley.history.text.query.QueryReader;
import dev.parley.history.text.query.SearchQuery;

import org.apache.lucene.search.IndexSearcher;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Full text search over the history. Nothing is opened before it is first used. Whoever asks may
/// be on any thread; the work is done by threads of our own, because reading files holds a thread
/// and must not be interrupted.
public final class TextSearch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TextSearch.class);
    private static final int THREADS = 2;
    private static final int MOST_FAILURES = 3;
    private static final long IDLE_SECONDS = 20;
    private static final int RETRY_SECONDS = 5;

    private final History history;
    private final Path folder;
    private final ZoneId zone;
    private final Clock clock;
    private final Consumer<String> providers;
    private final ExecutorService readers =
            Executors.newFixedThreadPool(
                    THREADS, Thread.ofPlatform().name("search-", 1).daemon().factory());
    private final Thread keeper =
            Thread.ofPlatform().name("text-index").daemon().unstarted(this::keep);

    /// Whether something changed that is not indexed yet.
    private final Semaphore changes = new Semaphore(0);

    /// Guards the three below.
    private final Object opening = new Object();

    private @Nullable TextIndex index;
    private @Nullable TextIndexer indexer;
    private boolean isClosed;

    private volatile boolean isRebuilding;
    private boolean isHeldUp; // the keeper's own
    private volatile int indexedPercent;

    /// @param folder where the index is kept between starts
    /// @param providers throws a [Problem] for an id that no provider has
    public TextSearch(
            History history, Path folder, ZoneId zone, Clock clock, Consumer<String> providers) {
        this.providers = providers;
        this.history = history;
        this.folder = folder;
        this.zone = zone;
        this.clock = clock;
    }

    /// Keeps the index up to date from now on, in the background, after every pass of the history.
    public void start() {
        history.whenPassed(changes::release);
        keeper.start();
    }

    /// Indexes everything again; returns at once.
    public void rebuild() {
        isRebuilding = true;
        changes.release();
    }

    /// Brings the index up to date with what the history knows, unless another process does that.
    ///
    /// @return whether it was done
    public boolean bringUpToDate(Progress progress, boolean isFromNothing) {
        try {
            var own = indexer();
            if (own == null) {
                checkWritable();
                return false;
            }
            if (isFromNothing) {
                own.clear();
            }
            own.update(watched(progress), () -> false);
            own.settle(true);
            return true;
        } catch (IOException e) {
            throw broken(e);
        }
    }

    private void checkWritable() throws IOException {
        var obstacle = index().obstacle();
        if (obstacle != null) {
            throw obstacle;
        }
    }

    /// @throws Problem when the query makes no sense
    public SearchHits search(SearchRequest request) throws InterruptedException {
        var query = read(request.text());
        var nothing = new SearchHits(List.of(), 0, true, 0);
        return onOwnThread(
                searcher ->
                        new QueryRun(searcher, history.view(), query).find(request, indexedPercent),
                nothing);
    }

    /// The sessions in which something is found.
    public Set<SessionKey> sessions(String text) throws InterruptedException {
        var query = read(text);
        return onOwnThread(
                searcher -> new QueryRun(searcher, history.view(), query).sessions(), Set.of());
    }

    private SearchQuery read(String text) {
        var query = QueryReader.read(text, LocalDate.now(clock.withZone(zone)), zone);
        query.providers().forEach(providers);
        return query;
    }

    private interface Reading<T> {
        T read(IndexSearcher searcher) throws IOException;
    }

    private <T> T onOwnThread(Reading<T> reading, T otherwise) throws InterruptedException {
        Future<T> answer = readers.submit(() -> read(reading, otherwise));
        try {
            return answer.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Problem problem) {
                throw problem;
            }
            throw broken(e.getCause() == null ? e : e.getCause());
        }
    }

    private <T> T read(Reading<T> reading, T otherwise) throws IOException {
        var current = index();
        var searcher = current.searcher();
        if (searcher.isEmpty()) {
            return otherwise;
        }
        try {
            return reading.read(searcher.get());
        } finally {
            current.release(searcher.get());
        }
    }

    private Problem broken(Throwable cause) {
        return DiskProblem.of(
                folder,
                cause,
                new Problem(
                        Problem.Kind.BUSY,
                        "The text index cannot be used.",
                        "`parley index --rebuild` makes it again."));
    }

    private TextIndex index() throws IOException {
        synchronized (opening) {
            if (isClosed) {
                throw new IOException("Parley is ending");
            }
            if (index == null) {
                index = TextIndex.open(folder);
                indexedPercent = percent(index);
            }
            return index;
        }
    }

    /// Null when another process writes.
    private @Nullable TextIndexer indexer() throws IOException {
        synchronized (opening) {
            var current = index();
            if (!current.isWriter()) {
                // Perhaps it has ended since.
                closeIndex();
                current = index();
            }
            if (indexer == null && current.isWriter()) {
                indexer = new TextIndexer(history, current);
            }
            return indexer;
        }
    }

    private int percent(TextIndex opened) throws IOException {
        var states = opened.states();
        var total = 0L;
        var done = 0L;
        for (var seen : history.files()) {
            var state = states.get(seen.file().path().toString());
            total += seen.size();
            done += state == null ? 0 : Math.min(state.size(), seen.size());
        }
        return percent(done, total);
    }

    /// All is all, and nothing less.
    private int percent(long done, long total) {
        if (done >= total) {
            return history.isComplete() ? 100 : 99;
        }
        return (int) (100.0 * done / total);
    }

    private Progress watched(Progress progress) {
        return (files, all, bytes, total) -> {
            indexedPercent = percent(bytes, total);
            progress.at(files, all, bytes, total);
        };
    }

    private void keep() {
        var failures = 0;
        while (!isEnding()) {
            try {
                await();
                var own = isEnding() ? null : indexer();
                if (own != null) {
                    if (isRebuilding) {
                        isRebuilding = false;
                        own.clear();
                    }
                    // What is written while this runs is more urgent than what is old.
                    own.update(
                            watched(Progress.SILENT),
                            () -> isEnding() || changes.availablePermits() > 0);
                    isHeldUp = false;
                } else if (!isEnding()) {
                    checkWritable();
                }
            } catch (InterruptedException _) {
                return;
            } catch (IOException | RuntimeException e) {
                if (!IndexFailure.isDamage(e)) {
                    heldUp(e);
                    continue;
                }
                LOG.warn("The text index is made again: {}", e.toString());
                if (++failures > MOST_FAILURES) {
                    LOG.error("The text index is not kept up to date any more", e);
                    return;
                }
                throwAway();
                changes.release();
            }
        }
    }

    /// The disk is full or cannot be written: what is indexed stays, and a while later it goes on.
    private void heldUp(Exception cause) {
        if (!isHeldUp) {
            LOG.warn("The text index waits: {}", broken(cause).message());
        }
        isHeldUp = true;
        synchronized (opening) {
            closeIndex();
        }
        try {
            for (var left = RETRY_SECONDS; left > 0 && !isEnding(); left--) {
                TimeUnit.SECONDS.sleep(1);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        changes.release();
    }

    /// Waits for something to do. Meanwhile what was done is written down.
    private void await() throws InterruptedException, IOException {
        while (!changes.tryAcquire(IDLE_SECONDS, TimeUnit.SECONDS)) {
            synchronized (opening) {
                if (indexer != null && !isClosed) {
                    indexer.settle(false);
                }
            }
        }
        changes.drainPermits();
    }

    private boolean isEnding() {
        synchronized (opening) {
            return isClosed;
        }
    }

    private void throwAway() {
        synchronized (opening) {
            closeIndex();
            try (var files = Files.list(folder)) {
                for (var file : files.toList()) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException e) {
                LOG.warn("Cannot delete {}: {}", folder, e.toString());
            }
        }
    }

    private void closeIndex() {
        try {
            if (index != null) {
                index.close();
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("The text index was not closed well", e);
        }
        index = null;
        indexer = null;
    }

    @Override
    public void close() {
        synchronized (opening) {
            isClosed = true;
            changes.release();
        }
        try {
            if (keeper.isAlive()) {
                keeper.join(TimeUnit.SECONDS.toMillis(IDLE_SECONDS));
            }
            readers.shutdown();
            readers.awaitTermination(IDLE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        synchronized (opening) {
            closeIndex();
        }
    }
}
