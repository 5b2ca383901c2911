package dev.parley.store.sqlite;

import dev.parley.base.thread.Interruptible;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.sql.SQLException;
import java.util.concurrent.Semaphore;

/// Moves what was written from the log into the database file, on a thread and a connection of its
/// own: the writer does not wait for it. Should it not keep up, the writer does the rest itself
/// (`SqliteFile.MOST_PAGES`), which is little then.
final class Checkpoints {
    private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

    /// A commit writes a few pages of 4 KB: one to two megabytes.
    private static final int COMMITS = 128;

    private final SqliteFile file;
    private final Semaphore due = new Semaphore(0);
    private final Thread thread;
    private volatile boolean isClosed;
    private int commits; // the writer's own

    Checkpoints(SqliteFile file) {
        this.file = file;
        thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("store-checkpoint")
                        .start(() -> Interruptible.quietly(this::work));
    }

    /// Told by the writer, which goes on at once.
    void committed() {
        if (++commits % COMMITS == 0) {
            due.release();
        }
    }

    void close() {
        isClosed = true;
        due.release();
        Interruptible.quietly(thread::join);
    }

    private void work() throws InterruptedException {
        due.acquire(); // a store in which little is written needs no connection for this
        while (!isClosed) {
            moveUntilItFails();
        }
    }

    /// A full disk or another failure passes; until then the log grows, and the next one who
    /// commits tries again.
    private void moveUntilItFails() throws InterruptedException {
        Statements statements = null;
        try {
            statements = file.checkpointer();
            while (!isClosed) {
                due.drainPermits();
                // Passive: takes what nobody reads any more, and waits for nobody.
                statements.execute("pragma wal_checkpoint(passive)");
                due.acquire();
            }
        } catch (SQLException | RuntimeException e) {
            LOG.debug("{} could not be tidied up; it is tried again", file.path(), e);
            due.acquire();
        } finally {
            if (statements != null) {
                file.close(statements);
            }
        }
    }
}
