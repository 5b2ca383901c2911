package dev.parley.history;

import org.slf4j.LoggerFactory;

import java.util.concurrent.atomic.AtomicBoolean;

/// Keeps the history of a running server up to date: a pass in the background when it starts, and
/// another whenever something changed. One platform thread, started once.
public final class HistoryKeeper implements AutoCloseable {
    private final History history;
    private final FolderWatch watch = new FolderWatch();
    private final AtomicBoolean isRebuilding = new AtomicBoolean();
    private final Thread thread =
            Thread.ofPlatform().name("history").daemon().unstarted(this::keep);
    private final AtomicBoolean isStarted = new AtomicBoolean();

    public HistoryKeeper(History history) {
        this.history = history;
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
            while (!Thread.currentThread().isInterrupted()) {
                // Before the pass: what changes while it runs is seen after it.
                watch.follow(history.folders());
                history.refresh(Progress.SILENT);
                if (!watch.follow(history.folders())) {
                    watch.await();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(HistoryKeeper.class)
                    .error("The history is not kept up to date any more", e);
        } finally {
            watch.close();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
