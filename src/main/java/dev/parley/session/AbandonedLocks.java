package dev.parley.session;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/// Locks that an ended process of a CLI has left. A lock is a directory; its owner writes files
/// into it at once. One that is empty has no owner: it was ended between the two, and everybody
/// else would wait until the lock is too old, which is a minute with OpenCode.
final class AbandonedLocks {
    private static final Logger LOG = LoggerFactory.getLogger(AbandonedLocks.class);

    /// An owner who is at work has written long before.
    private static final Duration AT_WORK = Duration.ofSeconds(1);

    private AbandonedLocks() {}

    /// Takes the empty ones away; those that have just been made get a moment.
    static void clear(Path directory, Clock clock) throws InterruptedException {
        try (var locks = Files.newDirectoryStream(directory, "*.lock")) {
            for (var lock : locks) {
                clearOne(lock, clock);
            }
        } catch (NoSuchFileException _) {
            // none was ever made
        } catch (IOException e) {
            LOG.debug("Locks in {} cannot be looked at", directory, e);
        }
    }

    private static void clearOne(Path lock, Clock clock) throws InterruptedException {
        try {
            if (!Files.isDirectory(lock, LinkOption.NOFOLLOW_LINKS) || !isEmpty(lock)) {
                return;
            }
            var age =
                    Duration.between(Files.getLastModifiedTime(lock).toInstant(), clock.instant());
            if (age.compareTo(AT_WORK) < 0) {
                Thread.sleep(AT_WORK);
            }
            Files.deleteIfExists(lock); // fails if its owner has written meanwhile
        } catch (DirectoryNotEmptyException _) {
            // it has an owner
        } catch (IOException e) {
            LOG.debug("The lock {} stays", lock, e);
        }
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (var files = Files.newDirectoryStream(directory)) {
            return !files.iterator().hasNext();
        }
    }
}
