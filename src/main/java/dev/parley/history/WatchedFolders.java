package dev.parley.history;

import dev.parley.provider.StoredPlace;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The folders in which something happens when a CLI writes a session: those on the way of the
/// patterns of a [StoredPlace], whether they hold a session yet or not.
final class WatchedFolders {
    private final Set<Path> found = new LinkedHashSet<>();

    private WatchedFolders() {}

    static Set<Path> of(List<StoredPlace> places) {
        var folders = new WatchedFolders();
        for (var place : places) {
            for (var pattern : place.files()) {
                folders.descend(place.home(), List.of(pattern.split("/")));
            }
        }
        return folders.found;
    }

    private void descend(Path folder, List<String> names) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        found.add(folder);
        if (names.size() == 1) {
            return;
        }
        var rest = names.subList(1, names.size());
        var name = names.getFirst();
        if (!name.contains("*")) {
            descend(folder.resolve(name), rest);
            return;
        }
        var matcher = FileSystems.getDefault().getPathMatcher("glob:" + name);
        try (var children =
                Files.newDirectoryStream(folder, path -> matcher.matches(path.getFileName()))) {
            children.forEach(child -> descend(child, rest));
        } catch (IOException | DirectoryIteratorException _) {
            // Gone, or not ours to see: the pass says so.
        }
    }
}
