package dev.parley.store.sqlite;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.parley.base.problem.Problem;
import dev.parley.base.thread.Interruptible;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// The one thread that writes. It takes whatever waits, stores it in one transaction, and then
/// confirms each: many small changes at the price of one. While the disk is full or the database
/// held by another, what has happened is kept in its order and tried again ([Outage]); what is only
/// asked for is refused.
final class Writer {
    private static final Logger LOG = LoggerFactory.getLogger(Writer.class);
    private static final int BATCH = 1024;
    private static final int MOST_WAITING = 8192;

    /// How often a thread that finds the queue full looks whether it is still worth waiting.
    private static final long LOOK_EVERY_MILLIS = 50;

    private final SqliteFile file;
    private final WriterConnection connection;
    private final Checkpoints checkpoints;
    private final BlockingQueue<Write> queue = new ArrayBlockingQueue<>(MOST_WAITING);
    private final Outage outage = new Outage(queue, MOST_WAITING);
    private final Thread thread;
    private boolean isOver; // the thread's own

    /// Opens the file, and makes or updates it. Called on a platform thread.
    ///
    /// @param onReopened told when the file had to be opened again
    Writer(SqliteFile file, Runnable onReopened) {
        this.file = file;
        this.connection = new WriterConnection(file, onReopened);
        this.checkpoints = new Checkpoints(file);
        thread = Thread.ofPlatform().daemon().name("store-writer").start(this::work);
    }

    /// Waits while the queue is full; a change that is only wanted does not wait for a full disk.
    void put(Write write) throws InterruptedException {
        if (queue.offer(write)) {
            return;
        }
        while (true) {
            var problem = outage.problem();
            if (problem != null && (outage.isHurried() || !write.isPatient())) {
                write.failed(problem);
                return;
            }
            if (queue.offer(write, LOOK_EVERY_MILLIS, MILLISECONDS)) {
                return;
            }
        }
    }

    /// No change waits any more for a disk that is full.
    void hurry() {
        outage.hurry();
    }

    void close() {
        hurry();
        Interruptible.quietly(() -> {
            put(new End());
            thread.join();
        });
    }

    /// Ends the thread when everything before it is stored, or given up.
    private final class End implements Write {
        @Override
        public void run(Statements statements) {}

        @Override
        public void stored() {
            isOver = true;
        }

        @Override
        public void failed(Problem problem) {
            isOver = true;
        }
    }

    private void work() {
        var batch = new ArrayList<Write>(BATCH);
        while (!isOver) {
            try {
                batch.add(queue.take());
                queue.drainTo(batch, BATCH - 1);
                store(batch);
            } catch (InterruptedException _) {
                break; // nobody does that
            }
        }
        checkpoints.close();
        connection.close();
    }

    /// Stores them all together; when one of them does not work, one by one, so that the others do
    /// not suffer.
    private void store(List<Write> batch) throws InterruptedException {
        var isTogether = true;
        while (!batch.isEmpty()) {
            var next = isTogether ? batch : batch.subList(0, 1);
            try {
                store(connection.statements(), next);
                checkpoints.committed();
                outage.over();
                next.forEach(Writer::confirm);
                next.clear();
            } catch (SQLException | RuntimeException e) {
                var problem = problem(e);
                if (StoreProblem.isPassing(problem)) {
                    connection.failed(problem);
                    outage.await(problem, batch);
                } else if (next.size() == 1) {
                    Outage.fail(next.getFirst(), problem);
                    next.clear();
                } else {
                    isTogether = false;
                }
            }
        }
    }

    private static void store(Statements statements, List<Write> writes) throws SQLException {
        statements.transaction(() -> {
            for (var write : writes) {
                write.run(statements);
            }
        });
    }

    private static void confirm(Write write) {
        try {
            write.stored();
        } catch (RuntimeException e) {
            LOG.warn("A task that waited for the store failed", e);
        }
    }

    private Problem problem(Exception cause) {
        return switch (cause) {
            case Problem problem -> problem;
            case SQLException e -> file.problem(e);
            default ->
                    new Problem(
                                    Problem.Kind.BROKEN_CONFIGURATION,
                                    "Something could not be stored: " + cause,
                                    "This is a fault of Parley's: please report it.")
                            .causedBy(cause);
        };
    }
}
