package dev.parley.history;

import dev.parley.provider.StoredPlace;
import dev.parley.sessionfile.NamePattern;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The folders in which something happens when a CLI writes a session: those on the way of the
/// patterns of a [StoredPlace], whether they hold a session yet or not.
///
/// @param awaited folders that are not there yet, but the folder around them is: what else happens
///   in that one does not matter
/// @param isAll whether none was left out because there are too many
record WatchedFolders(Set<Path> folders, Set<Path> awaited, boolean isAll) {
    /// Of one provider. Systems allow some thousands for all programs together.
    static final int MOST = 400;

    static WatchedFolders of(List<StoredPlace> places) {
        return of(places, MOST);
    }

    /// Of too many, the folders that hold others come first, because new ones appear in them, and
    /// then those in which something was written last.
    static WatchedFolders of(List<StoredPlace> places, int most) {
        var byProvider = new LinkedHashMap<String, Set<Path>>();
        var awaited = new LinkedHashSet<Path>();
        for (var place : places) {
            firstMissing(place.home()).ifPresent(awaited::add);
            var found = byProvider.computeIfAbsent(place.provider(), _ -> new LinkedHashSet<>());
            var fileNames = fileNames(place);
            for (var pattern : place.files()) {
                descend(place.home(), List.of(pattern.split("/")), fileNames, found);
            }
        }
        var chosen = new LinkedHashSet<Path>();
        var isAll = true;
        for (var found : byProvider.values()) {
            isAll &= found.size() <= most;
            chosen.addAll(found.size() <= most ? found : newest(found, most));
        }
        return new WatchedFolders(chosen, awaited, isAll);
    }

    /// On the way to the home of a CLI that was never used, or is not installed yet.
    private static Optional<Path> firstMissing(Path home) {
        if (Files.isDirectory(home)) {
            return Optional.empty();
        }
        var missing = home;
        for (var around = home.getParent();
                around != null && !Files.isDirectory(around);
                around = around.getParent()) {
            missing = around;
        }
        return missing.getParent() == null ? Optional.empty() : Optional.of(missing);
    }

    /// What is called like a session is no folder: there may be a hundred thousand beside the few.
    private static List<NamePattern> fileNames(StoredPlace place) {
        return place.files().stream()
                .map(pattern -> NamePattern.of(pattern.substring(pattern.lastIndexOf('/') + 1)))
                .toList();
    }

    private record Dated(Path folder, long modified) {}

    private static List<Path> newest(Set<Path> folders, int most) {
        return folders.stream()
                .map(folder -> new Dated(folder, modified(folder)))
                .sorted(
                        Comparator.comparingInt((Dated dated) -> dated.folder().getNameCount())
                                .thenComparing(
                                        Comparator.comparingLong(Dated::modified).reversed()))
                .limit(most)
                .map(Dated::folder)
                .toList();
    }

    private static long modified(Path folder) {
        try {
            return Files.getLastModifiedTime(folder).toMillis();
        } catch (IOException _) {
            return 0;
        }
    }

    private static void descend(
            Path folder, List<String> names, List<NamePattern> fileNames, Set<Path> found) {
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
            descend(folder.resolve(name), rest, fileNames, found);
            return;
        }
        var pattern = NamePattern.of(name);
        try (var children =
                Files.newDirectoryStream(
                        folder, path -> pattern.matches(path.getFileName().toString()))) {
            for (var child : children) {
                var childName = child.getFileName().toString();
                if (fileNames.stream().noneMatch(one -> one.matches(childName))) {
                    descend(child, rest, fileNames, found);
                }
            }
        } catch (IOException | DirectoryIteratorException _) {
            // Gone, or not ours to see: the pass says so.
        }
    }
}
