package dev.parley.base.disk;

import dev.parley.base.hash.Hash;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// How files look from outside: names, sizes, times, without a look into any of them. Of a small
/// directory this takes less than the start of git.
///
/// @param print of all that was seen
/// @param isSettled whether the newest of them is so old that a change after this would show
public record Glance(String print, boolean isSettled) {
    /// More than these are faster asked of git.
    private static final int MOST = 400;

    /// Some file systems count whole seconds.
    private static final Duration CLOCK = Duration.ofSeconds(2);

    private static final String FACTS = "unix:mode,ino,size,lastModifiedTime,ctime";
    private static final String GIT = ".git";

    /// @param rules files elsewhere that say what is ignored
    /// @return nothing where there are too many, or where git knows more than can be seen
    public static Optional<Glance> of(Path root, List<Path> rules) {
        var began = Instant.now();
        var walk = new Walk();
        try {
            for (var rule : rules) {
                walk.rule(rule);
            }
            if (!walk.directory(root, true)) {
                return Optional.empty();
            }
        } catch (IOException | DirectoryIteratorException | UnsupportedOperationException _) {
            return Optional.empty(); // it changes just now, or may not be read
        }
        return Optional.of(
                new Glance(
                        Hash.sha256(walk.seen.toString()),
                        walk.newest.isBefore(began.minus(CLOCK))));
    }

    /// Whether nothing has changed since.
    public boolean isStill(Glance now) {
        return isSettled && print.equals(now.print);
    }

    private static final class Walk {
        private final StringBuilder seen = new StringBuilder();
        private Instant newest = Instant.EPOCH;
        private int entries;

        void rule(Path file) throws IOException {
            if (Files.exists(file)) {
                note(file);
            } else {
                seen.append(file).append('\n');
            }
        }

        /// @return false when it is too much
        boolean directory(Path directory, boolean isRoot) throws IOException {
            var all = new ArrayList<Path>();
            try (var found = Files.newDirectoryStream(directory)) {
                for (var entry : found) {
                    if (++entries > MOST) {
                        return false;
                    }
                    all.add(entry);
                }
            }
            all.sort(null);
            for (var entry : all) {
                var isGit = entry.endsWith(GIT);
                if (isGit && !isRoot) {
                    return false; // a repository inside has commits of its own
                }
                if (!isGit && note(entry) && !directory(entry, false)) {
                    return false;
                }
            }
            return true;
        }

        /// @return whether it is a directory
        private boolean note(Path file) throws IOException {
            var facts = Files.readAttributes(file, FACTS, LinkOption.NOFOLLOW_LINKS);
            seen.append(file).append('\n');
            facts.forEach((name, value) -> seen.append(name).append(value).append(' '));
            for (var name : List.of("ctime", "lastModifiedTime")) {
                var time = time(facts, name);
                newest = time.isAfter(newest) ? time : newest;
            }
            var mode = (Integer) Objects.requireNonNull(facts.get("mode"));
            return (mode & 0170000) == 0040000;
        }

        private static Instant time(Map<String, Object> facts, String name) {
            return ((FileTime) Objects.requireNonNull(facts.get(name))).toInstant();
        }
    }
}
