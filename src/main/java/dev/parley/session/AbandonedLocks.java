package dev.parley.session;

import dev.parley.base.disk.FileTree;
import dev.parley.base.json.Json;
import dev.parley.base.thread.Interruptible;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/// Locks that an ended process of a CLI has left. A lock is a directory; its owner writes at once
/// into it which process it is. One that does not say so, or whose process is gone, has no owner;
/// everybody else would wait until the lock is too old, which is a minute with OpenCode.
final class AbandonedLocks {
    private static final Logger LOG = LoggerFactory.getLogger(AbandonedLocks.class);

    /// An owner who is at work has written long before.
    private static final Duration AT_WORK = Duration.ofSeconds(1);

    /// How often they are looked at while a process starts: its neighbour may end just then.
    private static final Duration AGAIN = Duration.ofSeconds(2);

    private static final int LOOKS = 10;
    private static final String OWNER = "meta.json";
    private static final int LARGEST_OWNER = 4096;

    private AbandonedLocks() {}

    /// Takes them away now, and for a while.
    static void clearWhileStarting(Path directory, Clock clock) throws InterruptedException {
        clear(directory, clock);
        var _ =
                Interruptible.start(
                        "locks",
                        () -> {
                            for (var look = 0; look < LOOKS; look++) {
                                Thread.sleep(AGAIN);
                                clear(directory, clock);
                            }
                        });
    }

    /// One that has just been made gets a moment.
    static void clear(Path directory, Clock clock) throws InterruptedException {
        try (var locks = Files.newDirectoryStream(directory, "*.lock")) {
            for (var lock : locks) {
                clearOne(lock, clock);
            }
        } catch (NoSuchFileException _) {
            // none was ever made
        } catch (IOException | DirectoryIteratorException e) {
            LOG.debug("Locks in {} cannot be looked at", directory, e);
        }
    }

    private static void clearOne(Path lock, Clock clock) throws InterruptedException {
        try {
            if (!Files.isDirectory(lock, LinkOption.NOFOLLOW_LINKS)) {
                return;
            }
            var owner = lock.resolve(OWNER);
            if (!Files.exists(owner) && isNew(lock, clock)) {
                Thread.sleep(AT_WORK);
            }
            // It may have been given back and taken again meanwhile.
            if (Files.exists(owner) ? isOrphan(owner) : !isNew(lock, clock)) {
                FileTree.delete(lock);
            }
        } catch (IOException | UncheckedIOException | DirectoryIteratorException e) {
            LOG.debug("The lock {} stays", lock, e);
        }
    }

    /// Whether it names a process of this machine that is gone.
    private static boolean isOrphan(Path owner) throws IOException {
        if (!Files.isRegularFile(owner, LinkOption.NOFOLLOW_LINKS)
                || Files.size(owner) > LARGEST_OWNER) {
            return false;
        }
        var told = Json.parseObject(Files.readString(owner));
        var pid = told.map(json -> json.path("pid").asLong(0)).orElse(0L);
        var host = told.map(json -> json.path("hostname").asString("")).orElse("");
        return host.equals(host()) && pid > 0 && ProcessHandle.of(pid).isEmpty();
    }

    static String host() throws IOException {
        return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    }

    private static boolean isNew(Path lock, Clock clock) throws IOException {
        var now = clock.instant();
        var made = Files.getLastModifiedTime(lock).toInstant();
        return Duration.between(made, now).compareTo(AT_WORK) < 0;
    }
}
