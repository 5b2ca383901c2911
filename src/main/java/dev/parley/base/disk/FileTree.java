package dev.parley.base.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/// A directory with everything in it.
public final class FileTree {
    private FileTree() {}

    /// Links in it are deleted, not followed.
    ///
    /// @throws java.io.UncheckedIOException too, when it changes meanwhile
    public static void delete(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
