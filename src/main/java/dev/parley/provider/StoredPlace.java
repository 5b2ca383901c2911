package dev.parley.provider;

import dev.parley.sessionfile.Discovery;
import dev.parley.sessionfile.SessionNames;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.StoredHistory;
import dev.parley.sessionfile.StoredReader;

import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/// A place where a provider's sessions lie: its home, that of another edition, or where a variable
/// moved them to.
///
/// @param files patterns of the files that hold sessions, below `home`
public record StoredPlace(String provider, StoredHistory history, Path home, List<String> files) {
    public StoredPlace {
        files = List.copyOf(files);
    }

    /// All places of a provider, for a process with this environment. None of them need exist.
    public static List<StoredPlace> of(ProviderProfile profile, Map<String, String> environment) {
        return HistoryHome.of(profile).stream()
                .flatMap(home -> of(home, environment).stream())
                .toList();
    }

    static List<StoredPlace> of(HistoryHome home, Map<String, String> environment) {
        var provider = home.provider();
        var history = home.history();
        var folder = home.home().in(environment);
        var places = new ArrayList<StoredPlace>();
        var format = history.format().history().apply(provider);
        places.add(new StoredPlace(provider, format, folder, history.files()));
        var moved = history.env() == null ? "" : environment.getOrDefault(history.env(), "");
        if (!moved.isBlank()) {
            // A relative one is below the home. What was there before it was moved still is.
            var other = folder.resolve(moved).normalize();
            places.add(
                    Files.isRegularFile(other)
                            ? new StoredPlace(
                                    provider,
                                    format,
                                    other.resolveSibling(""),
                                    List.of(other.getFileName().toString()))
                            : new StoredPlace(provider, format, other, history.files()));
        }
        return places;
    }

    /// The files that hold sessions now. Lists folders, opens nothing.
    public List<StoredFile> discover() {
        var found = new ArrayList<StoredFile>();
        discover((file, _) -> found.add(file));
        return found;
    }

    /// The same one by one, and how each looks.
    public void discover(BiConsumer<StoredFile, BasicFileAttributes> each) {
        Discovery.check(home);
        Discovery.find(
                home,
                files,
                (path, attributes) ->
                        history.describe(home, path)
                                .ifPresent(file -> each.accept(file, attributes)));
    }

    /// The same for one file, of which a watcher says that it changed.
    public Optional<StoredFile> describe(Path file) {
        if (!file.startsWith(home)) {
            return Optional.empty();
        }
        var place = home.relativize(file);
        return files.stream()
                        .map(pattern -> FileSystems.getDefault().getPathMatcher("glob:" + pattern))
                        .anyMatch(pattern -> pattern.matches(place))
                ? history.describe(home, file)
                : Optional.empty();
    }

    public StoredReader open(StoredFile file) {
        return history.open(file);
    }

    /// For who does not need the whole texts.
    public StoredReader outline(StoredFile file) {
        return open(file).inOutline();
    }

    public SessionNames registry() {
        return history.registry(home);
    }
}
