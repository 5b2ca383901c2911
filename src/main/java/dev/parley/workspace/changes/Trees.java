package dev.parley.workspace.changes;

import dev.parley.api.LeftOutFile;
import dev.parley.base.disk.DiskProblem;
import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// Makes a git tree of the files as they are now, with an index of Parley's own that remembers what
/// it has seen: only what changed since is read. Whoever calls holds the place's lock.
final class Trees {
    /// What a tree of the files is, and what is not in it.
    record Taken(String tree, List<LeftOutFile> leftOut) {}

    private final GitCalls git;
    private final Places places;
    private final CheckpointLimits limits;
    private final ChangedNames names;
    private final Map<Path, Known> known = new ConcurrentHashMap<>();

    Trees(GitCalls git, Places places, ChangedNames names, CheckpointLimits limits) {
        this.git = git;
        this.places = places;
        this.limits = limits;
        this.names = names;
    }

    Taken take(Place place) throws InterruptedException {
        places.prepare(place);
        delete(place.own().resolve("index.lock")); // of a Parley that was killed
        if (Files.exists(place.index())) {
            try {
                return scan(place);
            } catch (Problem problem) {
                if (problem.kind() == Problem.Kind.TOO_LARGE) {
                    throw problem;
                }
                LoggerFactory.getLogger(Trees.class)
                        .info("An index is made anew: {}", problem.remedy());
            }
        }
        delete(place.index());
        if (new FirstIndex(git).copied(place)) {
            try {
                return scan(place);
            } catch (Problem problem) {
                if (problem.kind() == Problem.Kind.TOO_LARGE) {
                    throw problem;
                }
                delete(place.index());
            }
        }
        new FirstIndex(git).fromHead(place);
        return scan(place);
    }

    private Taken scan(Place place) throws InterruptedException {
        var before = known.get(place.own());
        var index = Stamp.of(place.index());
        var found = names.of(place);
        var leftOut = new ArrayList<LeftOutFile>();
        var hasChanged = update(place, found.names(), leftOut);
        // Of a tree that no checkpoint has, git may have removed a part since.
        var tree =
                !hasChanged
                                && before != null
                                && before.index().equals(index)
                                && before.tree().equals(found.newest())
                        ? before.tree()
                        : git.run(place, "", "write-tree").getFirst();
        known.put(place.own(), new Known(Stamp.of(place.index()), tree));
        return new Taken(tree, leftOut);
    }

    /// An index and the tree it makes.
    private record Known(Stamp index, String tree) {}

    /// A file as it is at a moment: another Parley may write to the index, too.
    private record Stamp(long modified, long size, @Nullable Object key) {
        static Stamp of(Path file) {
            try {
                var seen = Files.readAttributes(file, BasicFileAttributes.class);
                return new Stamp(
                        seen.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                        seen.size(),
                        seen.fileKey());
            } catch (IOException _) {
                return new Stamp(0, 0, null);
            }
        }
    }

    /// @return whether the index is another one then
    private boolean update(Place place, Set<String> changed, List<LeftOutFile> leftOut)
            throws InterruptedException {
        var taken = new StringBuilder();
        var gone = new StringBuilder();
        var links = new HashMap<Path, Boolean>();
        var bytes = 0L;
        var files = 0;
        for (var printed : changed) {
            var name = GitName.read(printed);
            if (name.endsWith("/")) {
                leftOut.add(new LeftOutFile(name, 0, LeftOutFile.Why.REPOSITORY));
                continue;
            }
            var file = file(place.root(), name);
            if (isBehindLink(place.root(), file, links)) {
                gone.append(printed).append('\n');
                continue;
            }
            var size = size(file);
            if (size > limits.fileBytes()) {
                leftOut.add(new LeftOutFile(name, size, LeftOutFile.Why.TOO_LARGE));
                continue;
            }
            if (size > 0 && !Files.isSymbolicLink(file) && !Files.isReadable(file)) {
                leftOut.add(new LeftOutFile(name, size, LeftOutFile.Why.UNREADABLE));
                continue;
            }
            bytes += size;
            files++;
            taken.append(printed).append('\n');
        }
        if (place.isOutside()) {
            limits.check(place.root(), files, bytes);
        }
        if (!gone.isEmpty()) {
            git.run(place, gone.toString(), "update-index", "--force-remove", "--stdin");
        }
        if (!taken.isEmpty()) {
            git.run(
                    place,
                    taken.toString(),
                    "update-index",
                    "--add",
                    "--remove",
                    "--replace",
                    "--stdin");
        }
        return !gone.isEmpty() || !taken.isEmpty();
    }

    /// Git can name more files than Java can open: of those it takes what there is.
    private static Path file(Path root, String name) {
        try {
            return GitName.isText(name) ? root.resolve(name) : root;
        } catch (InvalidPathException _) {
            return root;
        }
    }

    /// What is seen through a link to a directory is no file of this tree.
    private static boolean isBehindLink(Path root, Path file, Map<Path, Boolean> known) {
        var directory = file.getParent();
        if (directory == null || directory.equals(root) || !directory.startsWith(root)) {
            return false;
        }
        var seen = known.get(directory);
        if (seen == null) {
            seen = Files.isSymbolicLink(directory) || isBehindLink(root, directory, known);
            known.put(directory, seen);
        }
        return seen;
    }

    private static long size(Path file) {
        try {
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : 0;
        } catch (IOException _) {
            return 0; // gone meanwhile
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw DiskProblem.ofData(file, e);
        }
    }
}
