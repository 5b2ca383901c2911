package dev.parley.history;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Waits for a change in some folders. Beyond a number of folders, and where the system refuses to
/// watch one, it says every five seconds that something may have changed. Used by one thread.
final class FolderWatch implements AutoCloseable {
    /// Systems allow some thousands for all programs together.
    private static final int MOST = 1000;

    private static final long DEBOUNCE_MILLIS = 300;
    private static final long POLL_MILLIS = 5_000;

    private final Map<Path, WatchKey> keys = new HashMap<>();
    private @Nullable WatchService service;
    private boolean isPolling;

    /// Watches these folders and no others.
    ///
    /// @return whether one of them is new, and so may hold something that nobody was told of
    boolean follow(Set<Path> folders) {
        keys.entrySet()
                .removeIf(watched -> {
                    var isGone =
                            !folders.contains(watched.getKey()) || !watched.getValue().isValid();
                    if (isGone) {
                        watched.getValue().cancel();
                    }
                    return isGone;
                });
        isPolling = false;
        var hasNew = false;
        for (var folder : folders) {
            if (!keys.containsKey(folder)) {
                hasNew |= watch(folder);
            }
        }
        return hasNew;
    }

    private boolean watch(Path folder) {
        if (keys.size() >= MOST) {
            isPolling = true;
            return false;
        }
        try {
            keys.put(
                    folder,
                    folder.register(
                            service(),
                            StandardWatchEventKinds.ENTRY_CREATE,
                            StandardWatchEventKinds.ENTRY_MODIFY,
                            StandardWatchEventKinds.ENTRY_DELETE));
            return true;
        } catch (IOException | UnsupportedOperationException e) {
            if (Files.isDirectory(folder) && !isPolling) {
                LoggerFactory.getLogger(FolderWatch.class)
                        .info("{} is looked at every five seconds: {}", folder, e.toString());
                isPolling = true;
            }
            return false;
        }
    }

    private WatchService service() throws IOException {
        var current = service;
        if (current == null) {
            current = FileSystems.getDefault().newWatchService();
            service = current;
        }
        return current;
    }

    /// Returns a moment after something changed, so that what comes together is one change.
    void await() throws InterruptedException {
        var current = service;
        if (current == null) {
            // None of the folders is there yet.
            Thread.sleep(POLL_MILLIS);
            return;
        }
        var key = isPolling ? current.poll(POLL_MILLIS, TimeUnit.MILLISECONDS) : current.take();
        if (key != null) {
            Thread.sleep(DEBOUNCE_MILLIS);
            key.pollEvents();
            key.reset();
            drain();
        }
    }

    private void drain() {
        var current = service;
        if (current != null) {
            for (var key = current.poll(); key != null; key = current.poll()) {
                key.pollEvents();
                key.reset();
            }
        }
    }

    @Override
    public void close() {
        try {
            if (service != null) {
                service.close();
            }
        } catch (IOException e) {
            LoggerFactory.getLogger(FolderWatch.class).debug("Watching ends", e);
        }
    }
}
