package dev.parley.history;

import dev.parley.history.History.Job;
import dev.parley.history.catalog.IndexedFile;
import dev.parley.history.catalog.IndexedFile.Look;

import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Reads files for the catalog, and those that grow from where it stopped. Thread-safe, for
/// different files.
final class ReaderCache {
    /// Files that are being written are few.
    private static final int KEPT = 32;

    /// Guarded by itself.
    private final Map<Path, FileReading> kept =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Path, FileReading> eldest) {
                    return size() > KEPT;
                }
            };

    /// Files that a fault of ours left unread, and how they looked.
    private final Map<Path, Look> failed = new ConcurrentHashMap<>();

    /// One file in a thousand must not cost the others: what surprises its reader is tried again
    /// when it changes.
    ///
    /// @param isGrowing whether the file is one that was just written to; otherwise many are read,
    ///   those that were written last first
    /// @return what it holds, if that can be told
    Optional<IndexedFile> read(Job job, boolean isGrowing) {
        try {
            var reading = reading(job);
            var indexed = reading.read();
            keep(reading, isGrowing);
            return indexed;
        } catch (RuntimeException | StackOverflowError e) {
            LoggerFactory.getLogger(ReaderCache.class)
                    .error("Cannot index {}", job.file().path(), e);
            failed.put(job.file().path(), job.look());
            return Optional.empty();
        }
    }

    /// Whether it could not be read because of a fault, and looks as it did then.
    boolean hasFailed(Job job) {
        var look = failed.get(job.file().path());
        return look != null && look.isSame(job.look());
    }

    void clear() {
        failed.clear();
        synchronized (kept) {
            kept.clear();
        }
    }

    private FileReading reading(Job job) {
        FileReading before;
        synchronized (kept) {
            before = kept.remove(job.file().path());
        }
        return before != null && before.file().equals(job.file())
                ? before
                : new FileReading(
                        job.place().provider(), job.file(), job.place().outline(job.file()));
    }

    private void keep(FileReading reading, boolean isGrowing) {
        synchronized (kept) {
            if (isGrowing || kept.size() < KEPT) {
                kept.put(reading.file().path(), reading);
            }
        }
    }
}
