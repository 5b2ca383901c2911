package dev.parley.provider;

import dev.parley.stored.Discovery;
import dev.parley.stored.Registry;
import dev.parley.stored.StoredFile;
import dev.parley.stored.StoredHistory;
import dev.parley.stored.StoredReader;

import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
        var places = new ArrayList<StoredPlace>();
        if (profile.history() != null) {
            add(profile.id(), profile.home(), profile.history(), environment, places);
        }
        for (var edition : profile.editions()) {
            if (edition.history() != null) {
                var home = edition.home() == null ? profile.home() : edition.home();
                add(profile.id(), home, edition.history(), environment, places);
            }
        }
        return places;
    }

    private static void add(
            String provider,
            ProviderProfile.Home home,
            ProviderProfile.History history,
            Map<String, String> environment,
            List<StoredPlace> places) {
        var folder = home.in(environment);
        var format = history.format().of(provider);
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
    }

    /// The files that hold sessions now. Lists folders, opens nothing.
    public List<StoredFile> discover() {
        return Discovery.find(home, files).stream()
                .flatMap(file -> history.describe(home, file).stream())
                .toList();
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

    public Registry registry() {
        return history.registry(home);
    }
}
