package dev.parley.store;

import dev.parley.problem.Problem;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// The one thread that writes. It takes whatever waits, stores it in one transaction, and then
/// tells all who waited: many small changes at the price of one.
final class Writer {
    private static final Logger LOG = LoggerFactory.getLogger(Writer.class);
    private static final int BATCH = 1024;

    /// Ends the thread when everything before it is stored.
    private static final Write END =
            new Write() {
                @Override
                public void run(Statements statements) {}

                @Override
                public void stored() {}

                @Override
                public void failed(Problem problem) {}
            };

    private final SqliteFile file;
    private final Statements statements;
    private final Checkpoints checkpoints;
    private final BlockingQueue<Write> queue = new ArrayBlockingQueue<>(8192);
    private final Thread thread;

    /// Opens the file, and makes or updates it. Called on a platform thread.
    Writer(SqliteFile file) {
        this.file = file;
        this.statements = file.writer();
        this.checkpoints = new Checkpoints(file);
        thread = Thread.ofPlatform().daemon().name("store-writer").start(this::work);
    }

    void put(Write write) throws InterruptedException {
        queue.put(write);
    }

    void close() {
        try {
            queue.put(END);
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void work() {
        var batch = new ArrayList<Write>(BATCH);
        var goesOn = true;
        while (goesOn) {
            try {
                batch.add(queue.take());
            } catch (InterruptedException _) {
                break; // nobody does that
            }
            queue.drainTo(batch, BATCH - 1);
            goesOn = !batch.contains(END);
            store(batch);
            batch.clear();
        }
        checkpoints.close();
        file.close(statements);
    }

    private void store(List<Write> batch) {
        try {
            statements.transaction(() -> {
                for (var write : batch) {
                    write.run(statements);
                }
            });
        } catch (SQLException | RuntimeException e) {
            oneByOne(batch, e);
            return;
        }
        checkpoints.committed();
        batch.forEach(Writer::tellStored);
    }

    /// One of them does not work: the others must not suffer.
    private void oneByOne(List<Write> batch, Exception cause) {
        if (batch.size() == 1) {
            tellFailed(batch.getFirst(), cause);
            return;
        }
        for (var write : batch) {
            try {
                statements.transaction(() -> write.run(statements));
                checkpoints.committed();
                tellStored(write);
            } catch (SQLException | RuntimeException e) {
                tellFailed(write, e);
            }
        }
    }

    private static void tellStored(Write write) {
        try {
            write.stored();
        } catch (RuntimeException e) {
            LOG.warn("One who waited for the store failed", e);
        }
    }

    private void tellFailed(Write write, Exception cause) {
        try {
            write.failed(
                    switch (cause) {
                        case Problem problem -> problem;
                        case SQLException e -> file.problem(e);
                        default ->
                                new Problem(
                                                Problem.Kind.BROKEN_CONFIGURATION,
                                                "Something could not be stored: " + cause,
                                                "This is a fault of Parley's: please report it.")
                                        .causedBy(cause);
                    });
        } catch (RuntimeException e) {
            LOG.warn("One who waited for the store failed", e);
        }
    }
}
