package dev.parley.testing.real;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;

/// All that is below a directory.
public final class FileTree {
    private FileTree() {}

    /// Every file and folder by its name, with its size and when it was changed.
    public static SortedMap<String, String> of(Path directory) {
        var found = new TreeMap<String, String>();
        try (var paths = Files.walk(directory)) {
            for (var path : paths.toList()) {
                var attributes =
                        Files.readAttributes(
                                path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                found.put(
                        directory.relativize(path).toString(),
                        attributes.size() + " bytes, " + attributes.lastModifiedTime());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    public static void delete(Path directory) {
        try (var paths = Files.walk(directory)) {
            for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
