package dev.parley.store;

import dev.parley.problem.Problem;

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

/// Parley's own database, one SQLite file. It is opened when it is first needed. SQLite holds the
/// thread that calls it, so its calls run on a few platform threads: one writes, two read. Several
/// Parley processes may share the file. Thread-safe.
public final class Database implements AutoCloseable {
    /// Something to look up.
    @FunctionalInterface
    public interface Query<T> {
        T run(Statements statements) throws SQLException;
    }

    private static final int READERS = 2;

    private final SqliteFile file;
    private final ExecutorService threads =
            Executors.newFixedThreadPool(
                    READERS, Thread.ofPlatform().daemon().name("store-", 0).factory());
    private final BlockingQueue<Statements> readers = new LinkedBlockingQueue<>();
    // Guarded by this.
    private @Nullable Writer writer;
    private boolean isClosed;

    /// Opens nothing yet.
    public Database(Path file) {
        this.file = new SqliteFile(file);
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
                            var found = readers.poll();
                            var statements = found == null ? file.reader() : found;
                            try {
                                return query.run(statements);
                            } catch (SQLException e) {
                                throw file.problem(e);
                            } finally {
                                readers.add(statements);
                            }
                        },
                        threads));
    }

    /// Changes something and waits until it is stored.
    public <T> T write(Query<T> change) throws InterruptedException {
        var done = new CompletableFuture<T>();
        submit(
                new Write() {
                    private @Nullable T result;

                    @Override
                    public void run(Statements statements) throws SQLException {
                        result = change.run(statements);
                    }

                    @Override
                    @SuppressWarnings("NullAway") // a change may well answer nothing
                    public void stored() {
                        done.complete(result);
                    }

                    @Override
                    public void failed(Problem problem) {
                        done.completeExceptionally(problem);
                    }
                });
        return await(done);
    }

    /// Queues a change; it is told what became of it. Changes are stored in the order in which they
    /// came. Waits only when the queue is full.
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
        if (last != null) {
            last.close();
        }
        threads.shutdown();
        for (var reader = readers.poll(); reader != null; reader = readers.poll()) {
            file.close(reader);
        }
    }

    private synchronized Writer opened() throws InterruptedException {
        if (isClosed) {
            throw new Problem(
                    Problem.Kind.BUSY, "Parley is shutting down.", "Start it again and retry.");
        }
        var open = writer;
        if (open == null) {
            open = await(CompletableFuture.supplyAsync(() -> new Writer(file), threads));
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
