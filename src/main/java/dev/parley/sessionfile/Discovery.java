package dev.parley.sessionfile;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/// Finds files by patterns such as `projects/*/*.jsonl`. Only folders that a pattern names are
/// listed, nothing is opened, and a folder that links lead to twice is listed once, so no loop of
/// links goes on for ever.
public final class Discovery {
    private final BiConsumer<Path, BasicFileAttributes> each;
    private final Set<Path> found = new HashSet<>();
    private final Set<String> visited = new HashSet<>();

    private Discovery(BiConsumer<Path, BasicFileAttributes> each) {
        this.each = each;
    }

    /// @param patterns relative to the folder; `*` stands for any characters within one name
    public static List<Path> find(Path home, List<String> patterns) {
        var paths = new ArrayList<Path>();
        find(home, patterns, (path, _) -> paths.add(path));
        return List.copyOf(paths);
    }

    /// Says so where a folder is there and not ours to look into: that is not the same as an empty
    /// one.
    public static void check(Path home) {
        if (Files.isDirectory(home) && !(Files.isReadable(home) && Files.isExecutable(home))) {
            FileWarnings.cannotList(home, "no permission");
        }
    }

    /// @param each told every file once, and how it looks
    public static void find(
            Path home, List<String> patterns, BiConsumer<Path, BasicFileAttributes> each) {
        var discovery = new Discovery(each);
        for (var pattern : patterns) {
            discovery.visited.clear();
            discovery.descend(home, List.of(pattern.split("/")), 0);
        }
    }

    private void descend(Path folder, List<String> names, int depth) {
        var isLast = depth == names.size() - 1;
        for (var child : children(folder, names.get(depth))) {
            // What is known as a file is no folder to look into.
            if (!found.contains(child)) {
                if (isLast) {
                    look(child);
                } else {
                    descend(child, names, depth + 1);
                }
            }
        }
    }

    private void look(Path child) {
        try {
            var attributes = Files.readAttributes(child, BasicFileAttributes.class);
            if (attributes.isRegularFile()) {
                found.add(child);
                each.accept(child, attributes);
            }
        } catch (IOException _) {
            // Gone in the meantime, a link to nowhere, or not ours to see.
        }
    }

    private List<Path> children(Path folder, String name) {
        if (!name.contains("*")) {
            return List.of(folder.resolve(name));
        }
        var children = new ArrayList<Path>();
        if (Files.isDirectory(folder) && visited.add(identity(folder))) {
            var pattern = NamePattern.of(name);
            try (DirectoryStream<Path> all =
                    Files.newDirectoryStream(
                            folder, path -> pattern.matches(path.getFileName().toString()))) {
                all.forEach(children::add);
            } catch (NoSuchFileException | NotDirectoryException _) {
                // Gone in the meantime.
            } catch (IOException | DirectoryIteratorException e) {
                FileWarnings.cannotList(folder, FileWarnings.reason(e));
            }
        }
        children.sort(null);
        return children;
    }

    private static String identity(Path folder) {
        try {
            var key = Files.readAttributes(folder, BasicFileAttributes.class).fileKey();
            return key == null ? folder.toRealPath(new LinkOption[0]).toString() : key.toString();
        } catch (IOException _) {
            return folder.toString();
        }
    }
}
