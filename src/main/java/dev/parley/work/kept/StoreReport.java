package dev.parley.work.kept;

import dev.parley.base.disk.Directories;
import dev.parley.store.StoreUpkeep;
import dev.parley.store.StoreUse;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// What Parley has on disk, kind by kind. Looks only.
public final class StoreReport {
    /// One kind.
    ///
    /// @param what in the words of a person
    /// @param count of how many things it is made, where that can be said
    /// @param where the file or directory it is in
    public record Part(String name, String what, long bytes, @Nullable Long count, String where) {}

    private StoreReport() {}

    public static List<Part> of(Directories directories, StoreUpkeep store)
            throws InterruptedException {
        var use = store.use();
        var file = directories.database();
        var parts = new ArrayList<Part>();
        parts.add(part("events", "what happened in live sessions", use.events(), file));
        parts.add(part("turns", "what live sessions were asked", use.turns(), file));
        parts.add(part("sessions", "the live sessions themselves", use.sessions(), file));
        parts.add(part("database", "the file with these three", file));
        parts.add(
                part("log", "changes on their way into it", file.resolveSibling("parley.db-wal")));
        var index = directories.index();
        parts.add(part("catalog", "the sessions of all CLIs", index.resolve("catalog")));
        parts.add(part("text", "the index for search", index.resolve("text")));
        parts.add(part("worktrees", "checkouts for calls", directories.worktrees()));
        parts.add(part("scratch", "files of turns that run", directories.scratch()));
        parts.add(part("libraries", "SQLite's own", file.resolveSibling("native")));
        for (var home : use.homes()) {
            parts.add(part("home", "the state of CLIs, made by --home", home));
        }
        return parts;
    }

    private static Part part(String name, String what, StoreUse.Part use, Path where) {
        return new Part(name, what, use.bytes(), use.count(), where.toString());
    }

    private static Part part(String name, String what, Path where) {
        return new Part(name, what, size(where), null, where.toString());
    }

    /// What cannot be looked at counts nothing.
    private static long size(Path place) {
        var bytes = new AtomicLong();
        try {
            Files.walkFileTree(
                    place,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes facts) {
                            bytes.addAndGet(facts.size());
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException e) {
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException _) {
            // gone meanwhile
        }
        return bytes.get();
    }
}
