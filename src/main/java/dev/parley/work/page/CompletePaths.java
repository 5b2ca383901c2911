package dev.parley.work.page;

import dev.parley.api.FoundPaths;
import dev.parley.api.FoundPaths.Found;
import dev.parley.base.problem.Problem;
import dev.parley.work.project.ProjectFiles;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Finds directories and files while somebody types: directories anywhere, files only below the
/// directory that is asked about. Everything is bounded. Thread-safe.
public final class CompletePaths {
    public static final int MOST = 100;
    public static final int USUAL = 20;
    private static final int MOST_READ = 5_000;

    /// Between two letters nothing is looked for again.
    private static final Duration FRESH = Duration.ofSeconds(10);

    private record Listed(Path directory, Instant at, List<String> files, boolean isComplete) {}

    private final ProjectFiles projects;
    private final Path home;
    private final Clock clock;
    private volatile @Nullable Listed last;

    public CompletePaths(ProjectFiles projects, Path home, Clock clock) {
        this.projects = projects;
        this.home = home;
        this.clock = clock;
    }

    /// The directories a beginning of a path may become. `~` is the home directory.
    public FoundPaths directories(String prefix, int limit) {
        var typed =
                prefix.isEmpty() || prefix.equals("~")
                        ? home + "/"
                        : prefix.startsWith("~/") ? home + prefix.substring(1) : prefix;
        var slash = typed.lastIndexOf('/');
        if (slash < 0) {
            throw Problem.invalid(
                    "\"" + prefix + "\" is no absolute path.", "Begin with / or with ~/.");
        }
        var name = typed.substring(slash + 1);
        var found = new ArrayList<Found>();
        var isComplete = read(path(typed.substring(0, slash + 1)), name, found);
        found.sort(Comparator.comparing(Found::path));
        return new FoundPaths(
                found.subList(0, Math.min(limit, found.size())),
                isComplete && found.size() <= limit);
    }

    /// What cannot be read has nothing in it. Hidden ones come when they are asked for.
    private static boolean read(Path parent, String name, List<Found> found) {
        var wanted = name.toLowerCase(Locale.ROOT);
        var count = 0;
        try (var children = Files.newDirectoryStream(parent)) {
            for (var child : children) {
                if (++count > MOST_READ) {
                    return false;
                }
                var own = child.getFileName().toString();
                if (own.toLowerCase(Locale.ROOT).startsWith(wanted)
                        && (!own.startsWith(".") || wanted.startsWith("."))
                        && Files.isDirectory(child)) {
                    found.add(
                            new Found(child.toString(), true, Files.exists(child.resolve(".git"))));
                }
            }
        } catch (IOException | DirectoryIteratorException _) {
            return true;
        }
        return true;
    }

    private static Path path(String text) {
        try {
            var path = Path.of(text);
            if (path.isAbsolute()) {
                return path.normalize();
            }
        } catch (InvalidPathException _) {
            // said below
        }
        throw Problem.invalid(
                "\"" + text.replaceAll("\\p{Cntrl}", "?") + "\" is no absolute path.",
                "Give the absolute path of a directory.");
    }

    /// The files below a directory whose path has all that was typed, in order.
    public FoundPaths files(String directory, String typed, int limit) throws InterruptedException {
        Path real;
        try {
            real = path(directory).toRealPath();
        } catch (IOException _) {
            throw Problem.invalid(
                    "There is no directory \"" + directory + "\".",
                    "Give the absolute path of an existing directory.");
        }
        var all = listed(real);
        var wanted = typed.toLowerCase(Locale.ROOT);
        var matches = new ArrayList<PathMatch>();
        for (var file : all.files()) {
            PathMatch.of(file, wanted).ifPresent(matches::add);
        }
        matches.sort(Comparator.naturalOrder());
        return new FoundPaths(
                matches.stream()
                        .limit(limit)
                        .map(match ->
                                new Found(
                                        match.path(),
                                        Files.isDirectory(
                                                real.resolve(match.path()),
                                                LinkOption.NOFOLLOW_LINKS),
                                        false))
                        .toList(),
                all.isComplete() && matches.size() <= limit);
    }

    private Listed listed(Path directory) throws InterruptedException {
        var known = last;
        var now = clock.instant();
        if (known != null
                && known.directory().equals(directory)
                && Duration.between(known.at(), now).abs().compareTo(FRESH) < 0) {
            return known;
        }
        Listed fresh;
        if (isInRepository(directory)) {
            var files = projects.list(directory, directory).stream().map(Path::toString).toList();
            fresh = new Listed(directory, now, files, true);
        } else {
            var walk = BoundedWalk.below(directory);
            fresh = new Listed(directory, now, walk.files(), walk.isComplete());
        }
        last = fresh;
        return fresh;
    }

    private static boolean isInRepository(Path directory) {
        for (var place = directory; place != null; place = place.getParent()) {
            if (Files.exists(place.resolve(".git"))) {
                return true;
            }
        }
        return false;
    }
}
