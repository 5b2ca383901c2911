package dev.parley.store.sqlite;

import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// Parley's own database, one SQLite file. It is opened when it is first needed. SQLite holds the
/// thread that calls it, so its calls run on a few platform threads: one writes, two read. Several
/// Parley processes may share the file. Thread-safe.
public final class Database implements AutoCloseable {
    /// Something to look up.
    @FunctionalInterface
    public interface Query<T> {
        T run(Statements statements) throws SQLException;
    }

    /// A query that answers nothing.
    @FunctionalInterface
    public interface Change {
        void run(Statements statements) throws SQLException;
    }

    private static final int READERS = 2;

    private final SqliteFile file;
    private final ExecutorService threads =
            Executors.newFixedThreadPool(
                    READERS, Thread.ofPlatform().daemon().name("store-", 0).factory());
    private final BlockingQueue<Statements> readers = new LinkedBlockingQueue<>();

    /// How often the file was opened again.
    private final AtomicInteger openings = new AtomicInteger();

    // Guarded by this.
    private @Nullable Writer writer;
    private boolean isClosed;

    /// Opens nothing yet.
    public Database(Path file) {
        this(new SqliteFile(file));
    }

    Database(SqliteFile file) {
        this.file = file;
    }

    /// Whether anything was ever stored. Opens nothing.
    public boolean exists() {
        return Files.exists(file.path());
    }

    /// Looks something up and waits for it.
    public <T> T read(Query<T> query) throws InterruptedException {
        opened();
        return await(
                CompletableFuture.supplyAsync(
                        () -> {
                            var opening = openings.get();
                            var found = readers.poll();
                            var statements = found == null ? file.reader() : found;
                            var isFine = false;
                            try {
                                var result = query.run(statements);
                                isFine = opening == openings.get();
                                return result;
                            } catch (SQLException e) {
                                throw file.problem(e);
                            } finally {
                                giveBack(statements, isFine);
                            }
                        },
                        threads));
    }

    private void giveBack(Statements reader, boolean isFine) {
        if (isFine) {
            readers.add(reader);
        } else {
            file.close(reader);
        }
    }

    /// Another file may lie there now: readers of the old one are closed.
    private void reopened() {
        openings.incrementAndGet();
        closeReaders();
    }

    private void closeReaders() {
        for (var reader = readers.poll(); reader != null; reader = readers.poll()) {
            file.close(reader);
        }
    }

    /// Changes something and waits until it is stored. Refused while nothing can be stored.
    public <T> T write(Query<T> change) throws InterruptedException {
        var write = new AwaitedWrite<>(change, false);
        submit(write);
        return await(write.done());
    }

    public void change(Change change) throws InterruptedException {
        write(statements -> {
            change.run(statements);
            return "";
        });
    }

    /// Waits until everything that was queued so far is stored, however long that takes.
    public void awaitStored() throws InterruptedException {
        var write = new AwaitedWrite<>(_ -> "", true);
        submit(write);
        var _ = await(write.done());
    }

    /// Queues a change; it learns what became of it. Changes are stored in the order in which they
    /// came; what has happened is kept while the disk is full. Waits only when the queue is full.
    public void submit(Write write) throws InterruptedException {
        opened().put(write);
    }

    /// Stores what is queued and lets go of the file.
    @Override
    public void close() {
        Writer last;
        synchronized (this) {
            isClosed = true;
            last = writer;
        }
        threads.close();
        closeReaders();
        // The last connection to the file tidies the log away, and only one that writes can.
        if (last != null) {
            last.close();
        }
    }

    /// Makes the file smaller by what was deleted, a megabyte at a time: other changes come
    /// between.
    public void giveSpaceBack() throws InterruptedException {
        while (exists() && write(Space::giveSomeBack)) {
            // once more
        }
    }

    /// Makes a copy of how everything is now, also while it is written to.
    ///
    /// @param target a file that is empty or not there yet
    public void copyTo(Path target) throws InterruptedException {
        opened();
        await(
                CompletableFuture.supplyAsync(
                        () -> {
                            file.copyTo(target);
                            return "";
                        },
                        threads));
    }

    /// Parley is about to end: no change waits any more for room on a full disk.
    public synchronized void hurry() {
        if (writer != null) {
            writer.hurry();
        }
    }

    private synchronized Writer opened() throws InterruptedException {
        if (isClosed) {
            throw new Problem(
                    Problem.Kind.BUSY, "Parley is shutting down.", "Start it again and retry.");
        }
        var open = writer;
        if (open == null) {
            open =
                    await(
                            CompletableFuture.supplyAsync(
                                    () -> new Writer(file, this::reopened), threads));
            writer = open;
        }
        return open;
    }

    private static <T> T await(CompletableFuture<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Problem problem) {
                throw problem;
            }
            throw new IllegalStateException("The store failed", e.getCause());
        }
    }
}
