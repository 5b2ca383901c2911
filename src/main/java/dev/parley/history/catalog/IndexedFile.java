package dev.parley.history.catalog;

import dev.parley.event.SessionKey;
import dev.parley.sessionfile.StoredFacts;
import dev.parley.sessionfile.StoredFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A file of a CLI and everything the catalog keeps of it.
public record IndexedFile(String provider, StoredFile file, Look look, List<Told> sessions) {
    public IndexedFile {
        sessions = List.copyOf(sessions);
    }

    public List<SessionKey> keys() {
        return sessions.stream().map(one -> one.session().key()).toList();
    }

    /// A session as one file tells it.
    public record Told(StoredFacts session, Requests requests) {}

    /// How the file looked before it was read, in nanoseconds since 1970: as long as it looks the
    /// same, it is not read again.
    public record Look(long size, long modified) {
        public boolean isSame(Look other) {
            return size == other.size && modified == other.modified;
        }

        public static Look at(StoredFile file) throws IOException {
            return of(file, Files.readAttributes(file.path(), BasicFileAttributes.class));
        }

        /// Changes of a database are first in the log beside it.
        public static Look of(StoredFile file, BasicFileAttributes attributes) {
            var own = of(attributes);
            if (file.layout() != StoredFile.Layout.DATABASE) {
                return own;
            }
            var log = file.path().resolveSibling(file.path().getFileName() + "-wal");
            try {
                var other = of(Files.readAttributes(log, BasicFileAttributes.class));
                // Whoever opens a database makes an empty one.
                return other.size == 0
                        ? own
                        : new Look(own.size + other.size, Math.max(own.modified, other.modified));
            } catch (IOException _) {
                // There is none.
                return own;
            }
        }

        private static Look of(BasicFileAttributes attributes) {
            return new Look(
                    attributes.size(), attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
        }
    }
}
