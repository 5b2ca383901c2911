package dev.parley.history;

import dev.parley.api.Progress;
import dev.parley.base.thread.Interruptible;
import dev.parley.history.FolderWatch.Changes;

import org.slf4j.LoggerFactory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/// Keeps the history of a running server up to date: a pass in the background when it starts, and
/// then whatever changed. One platform thread, started once.
public final class HistoryKeeper implements AutoCloseable {
    /// What was read is kept on disk when nothing has happened for a while.
    private static final Duration SAVED_AFTER = Duration.ofSeconds(10);

    /// How long changes of other files may wait.
    private static final Duration OTHERS_AFTER = Duration.ofSeconds(5);

    /// Looking at all files takes at most a tenth of the time.
    private static final int REST = 10;

    private static final Duration LEAVING = Duration.ofSeconds(2);

    private final History history;
    private final Duration afterSurprise;
    private final FolderWatch watch = new FolderWatch();
    private final AtomicBoolean isRebuilding = new AtomicBoolean();
    private final Thread thread =
            Thread.ofPlatform().name("history").daemon().unstarted(this::keep);
    private final AtomicBoolean isStarted = new AtomicBoolean();
    private long nextPass;
    private boolean hasOthers;

    public HistoryKeeper(History history) {
        this(history, OTHERS_AFTER);
    }

    HistoryKeeper(History history, Duration afterSurprise) {
        this.history = history;
        this.afterSurprise = afterSurprise;
    }

    public History history() {
        return history;
    }

    /// Returns at once.
    public void start() {
        if (isStarted.compareAndSet(false, true)) {
            thread.start();
        }
    }

    /// Reads everything again; returns at once. Asking twice does it once.
    public void rebuild() {
        if (isRebuilding.compareAndSet(false, true)) {
            Thread.ofVirtual().name("history-rebuild").start(this::rebuildNow);
        }
    }

    private void rebuildNow() {
        try {
            history.rebuild(Progress.SILENT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            isRebuilding.set(false);
        }
    }

    private void keep() {
        try {
            attempt(this::passOverAll);
            while (!Thread.currentThread().isInterrupted()) {
                attempt(this::await);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            watch.close();
        }
    }

    /// No surprise may end this for good: a while later everything is looked at again.
    private void attempt(Interruptible step) throws InterruptedException {
        try {
            step.run();
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(HistoryKeeper.class)
                    .error("The history could not be brought up to date; it is tried again", e);
            Thread.sleep(afterSurprise);
            hasOthers = true;
            nextPass = System.nanoTime();
        }
    }

    private void passOverAll() throws InterruptedException {
        do {
            // Before the pass: what changes while it runs is seen after it.
            watch.follow(history.folders());
            var start = System.nanoTime();
            history.refresh(Progress.SILENT);
            var took = System.nanoTime() - start;
            nextPass = System.nanoTime() + Math.max(OTHERS_AFTER.toNanos(), took * REST);
        } while (watch.follow(history.folders()));
        hasOthers = false;
    }

    /// Session files are read at once, and new folders looked into. CLIs write much else beside
    /// them, of which little tells anything about sessions: that may wait.
    private void await() throws InterruptedException {
        var left = Duration.ofNanos(Math.max(1, nextPass - System.nanoTime()));
        var changes = watch.await(hasOthers ? left : SAVED_AFTER);
        var changed =
                changes.paths().stream().map(HistoryKeeper::database).collect(Collectors.toSet());
        hasOthers |= changes.isAnything() || !history.refresh(changed);
        var isDue = hasOthers && System.nanoTime() - nextPass >= 0;
        if (isDue || changes.paths().stream().anyMatch(Files::isDirectory)) {
            passOverAll();
        } else if (changes.equals(Changes.NONE)) {
            history.save();
        }
    }

    /// Changes of a database are first in the log beside it.
    private static Path database(Path path) {
        var name = path.getFileName().toString();
        return name.endsWith("-wal")
                ? path.resolveSibling(name.substring(0, name.length() - "-wal".length()))
                : path;
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            if (isStarted.get()) {
                // Whoever is stuck in a file has the history, and would be waited for.
                if (thread.join(LEAVING)) {
                    history.save();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
