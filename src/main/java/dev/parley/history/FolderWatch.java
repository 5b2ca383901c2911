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
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// Waits for changes in some folders. Where not all can be watched, it says every five seconds that
/// anything may have changed. Used by one thread.
final class FolderWatch implements AutoCloseable {
    private static final long DEBOUNCE_MILLIS = 300;
    private static final Duration POLL = Duration.ofSeconds(5);

    /// Where watching begins; a system may refuse it.
    interface Services {
        WatchService make() throws IOException;
    }

    private final Services services;
    private final Duration poll;
    private final Map<Path, WatchKey> keys = new HashMap<>();
    private @Nullable WatchService service;
    private Set<Path> awaited = Set.of();

    /// Folders that are watched only for what is awaited in them.
    private Set<Path> onlyAround = Set.of();

    private boolean isPolling;
    private boolean isAtLimit;
    private boolean hasTold;

    FolderWatch() {
        this(FileSystems.getDefault()::newWatchService, POLL);
    }

    FolderWatch(Services services, Duration poll) {
        this.services = services;
        this.poll = poll;
    }

    /// What happened.
    ///
    /// @param paths files and folders that appeared, changed or went
    /// @param isAnything whether more may have changed than that
    record Changes(Set<Path> paths, boolean isAnything) {
        static final Changes ANYTHING = new Changes(Set.of(), true);
        static final Changes NONE = new Changes(Set.of(), false);
    }

    /// Watches these folders and no others.
    ///
    /// @return whether one of them is new, and so may hold something that nobody was told of
    boolean follow(WatchedFolders wanted) {
        awaited = wanted.awaited();
        onlyAround = awaited.stream().map(Path::getParent).collect(Collectors.toSet());
        onlyAround.removeAll(wanted.folders());
        var folders = new HashSet<>(wanted.folders());
        folders.addAll(onlyAround);
        keys.entrySet()
                .removeIf(watched -> {
                    var isGone =
                            !folders.contains(watched.getKey()) || !watched.getValue().isValid();
                    if (isGone) {
                        watched.getValue().cancel();
                    }
                    return isGone;
                });
        isPolling = !wanted.isAll();
        isAtLimit = false;
        var hasNew = false;
        for (var folder : folders) {
            // Where one is refused, so are all others.
            if (!keys.containsKey(folder) && !isAtLimit) {
                hasNew |= watch(folder);
            }
        }
        return hasNew;
    }

    private boolean watch(Path folder) {
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
            if (Files.isReadable(folder)) {
                isPolling = true;
                isAtLimit = true;
                logOnce(e);
            }
            return false;
        }
    }

    private void logOnce(Exception refusal) {
        if (!hasTold) {
            hasTold = true;
            LoggerFactory.getLogger(FolderWatch.class)
                    .warn(
                            "The system lets Parley watch no more folders, so it looks every five seconds for what the CLIs"
                                    + " write ({}). On Linux, fs.inotify.max_user_watches and"
                                    + " fs.inotify.max_user_instances are the limits.",
                            String.valueOf(refusal.getMessage()));
        }
    }

    private WatchService service() throws IOException {
        var current = service;
        if (current == null) {
            current = services.make();
            service = current;
        }
        return current;
    }

    /// Returns a moment after something changed, so that what comes together is one change.
    ///
    /// @param patience how long to wait; nothing has changed then
    Changes await(Duration patience) throws InterruptedException {
        var current = service;
        if (current == null) {
            // None of the folders is there yet, or none may be watched.
            Thread.sleep(poll);
            return Changes.ANYTHING;
        }
        var most = isPolling ? poll : patience;
        var deadline = System.nanoTime() + most.toNanos();
        var paths = new HashSet<Path>();
        var isAnything = false;
        // What happens around a folder that is awaited may be nothing to us.
        while (paths.isEmpty() && !isAnything) {
            var key = current.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (key == null) {
                return isPolling ? Changes.ANYTHING : Changes.NONE;
            }
            isAnything = take(key, paths);
        }
        Thread.sleep(DEBOUNCE_MILLIS);
        for (var next = current.poll(); next != null; next = current.poll()) {
            isAnything |= take(next, paths);
        }
        return new Changes(paths, isAnything);
    }

    /// @return whether the system lost count
    private boolean take(WatchKey key, Set<Path> paths) {
        var isLost = false;
        for (var event : key.pollEvents()) {
            if (event.context() instanceof Path name && key.watchable() instanceof Path folder) {
                var path = folder.resolve(name);
                if (!onlyAround.contains(folder) || awaited.contains(path)) {
                    paths.add(path);
                }
            } else {
                isLost = true;
            }
        }
        key.reset();
        return isLost;
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
