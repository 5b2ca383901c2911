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

    /// How large all files in it are together.
    public static long size(Path directory) throws IOException {
        var bytes = 0L;
        try (var files = Files.walk(directory)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }
}
