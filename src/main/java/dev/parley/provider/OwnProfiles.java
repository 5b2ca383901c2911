package dev.parley.provider;

import dev.parley.base.disk.FileStamp;
import dev.parley.base.problem.Problem;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/// The profiles in a user's directory, each in a file of its own. A broken one costs nobody else.
/// Thread-safe: a new look makes a new state.
final class OwnProfiles {
    private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*\"([a-z][a-z0-9-]*)\"");
    private static final Clock CLOCK = Clock.systemUTC();

    /// @param files the profile that counts of each file
    /// @param stamps how the files looked that need not be read again
    private record State(
            Map<String, ProviderProfile> profiles,
            Map<Path, ProviderProfile> files,
            Map<Path, Problem> broken,
            Map<Path, FileStamp> stamps) {}

    private final Path directory;
    private final Function<Path, ProviderProfile> reader;
    private final BiConsumer<Path, Problem> complaints;
    private volatile State state = new State(Map.of(), Map.of(), Map.of(), Map.of());

    /// @param directory need not exist
    /// @param complaints hears of every file that is broken, once
    OwnProfiles(
            Path directory,
            Function<Path, ProviderProfile> reader,
            BiConsumer<Path, Problem> complaints) {
        this.directory = directory;
        this.reader = reader;
        this.complaints = complaints;
        refresh();
    }

    /// @return whether anything is different
    synchronized boolean refresh() {
        var before = state;
        var broken = new LinkedHashMap<Path, Problem>();
        var files = new LinkedHashMap<Path, ProviderProfile>();
        var stamps = new LinkedHashMap<Path, FileStamp>();
        try {
            for (var file : list()) {
                var stamp = FileStamp.of(file);
                if (stamp.isSettled(CLOCK.instant())) {
                    stamps.put(file, stamp);
                }
                look(file, stamp, before, files, broken);
            }
        } catch (Problem problem) {
            broken.put(directory, problem);
        }
        if (stamps.equals(before.stamps)
                && files.keySet().equals(before.files.keySet())
                && broken.keySet().equals(before.broken.keySet())) {
            return false;
        }
        state =
                new State(
                        byId(files, broken),
                        Collections.unmodifiableMap(files),
                        Collections.unmodifiableMap(broken),
                        stamps);
        broken.forEach((file, problem) -> {
            var known = before.broken.get(file);
            if (known == null || !known.message().equals(problem.message())) {
                complaints.accept(file, problem);
            }
        });
        return true;
    }

    private void look(
            Path file,
            FileStamp stamp,
            State before,
            Map<Path, ProviderProfile> files,
            Map<Path, Problem> broken) {
        var last = before.files.get(file);
        if (stamp.equals(before.stamps.get(file))) {
            if (last != null) {
                files.put(file, last);
            }
            var problem = before.broken.get(file);
            if (problem != null) {
                broken.put(file, problem);
            }
            return;
        }
        try {
            files.put(file, reader.apply(file));
        } catch (Problem problem) {
            broken.put(file, problem);
            if (last != null) {
                files.put(file, last);
            }
        }
    }

    /// The first file of a name counts.
    private static Map<String, ProviderProfile> byId(
            Map<Path, ProviderProfile> files, Map<Path, Problem> broken) {
        var profiles = new LinkedHashMap<String, ProviderProfile>();
        var places = new HashMap<String, Path>();
        files.forEach((file, profile) -> {
            var other = places.putIfAbsent(profile.id(), file);
            if (other == null) {
                profiles.put(profile.id(), profile);
            } else {
                broken.put(
                        file,
                        Problem.brokenConfiguration(
                                "%s: the \"id\" is \"%s\", as in %s."
                                        .formatted(file, profile.id(), other),
                                "Give one of them another id."));
            }
        });
        return Collections.unmodifiableMap(profiles);
    }

    private List<Path> list() {
        var files = new ArrayList<Path>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.json")) {
                found.forEach(files::add);
            } catch (IOException e) {
                throw Problem.brokenConfiguration(
                                "Cannot read the directory " + directory + ": " + e.getMessage(),
                                "Make it readable, or remove it.")
                        .causedBy(e);
            }
        }
        files.sort(null);
        return files;
    }

    Map<String, ProviderProfile> profiles() {
        return state.profiles;
    }

    Map<Path, Problem> broken() {
        return state.broken;
    }

    /// What the broken files seem to be about, and are not in another version.
    List<String> leftOut() {
        return state.broken.keySet().stream()
                .map(OwnProfiles::id)
                .filter(id -> !id.isEmpty() && !state.profiles.containsKey(id))
                .toList();
    }

    /// What is wrong with the file of a provider that is left out.
    Optional<Problem> problem(String id) {
        return state.broken.entrySet().stream()
                .filter(one -> id(one.getKey()).equals(id) || isNamed(one.getKey(), id))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /// People call the file as the provider in it.
    private static boolean isNamed(Path file, String id) {
        return String.valueOf(file.getFileName()).equals(id + ".json");
    }

    private static String id(Path file) {
        try {
            var found = ID.matcher(Files.isRegularFile(file) ? Files.readString(file) : "");
            if (found.find()) {
                return found.group(1);
            }
        } catch (IOException _) {
            // the name has to do
        }
        return String.valueOf(file.getFileName()).replaceFirst("\\.json$", "");
    }
}
