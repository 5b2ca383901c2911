package dev.parley.workspace.changes;

import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.workspace.changes.CheckpointRefs.Entry;
import dev.parley.workspace.changes.CheckpointRefs.Kept;
import dev.parley.workspace.worktree.Git;

import org.jspecify.annotations.Nullable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// What everybody in this room works with: places, trees, refs, differences. Thread-safe; trees are
/// made under the lock of their place.
final class Workbench {
    private final Places places;
    private final GitCalls git;
    private final Trees trees;
    private final CheckpointRefs refs;
    private final Differences differences;
    private final Map<Path, Place> known = new ConcurrentHashMap<>();
    private final Looks looks;
    private final Map<SessionId, Integer> numbers = new ConcurrentHashMap<>();
    private final Map<SessionId, Newest> newest = new ConcurrentHashMap<>();

    Workbench(Git git, Path directory, Optional<Path> home, CheckpointLimits limits) {
        places = new Places(git, directory, home);
        this.git = new GitCalls(git);
        var names = new ChangedNames(this.git);
        trees = new Trees(this.git, places, names, limits);
        looks = new Looks(places, trees);
        refs = new CheckpointRefs(this.git, names);
        differences = new Differences(this.git);
    }

    GitCalls git() {
        return git;
    }

    Trees trees() {
        return trees;
    }

    CheckpointRefs refs() {
        return refs;
    }

    Differences differences() {
        return differences;
    }

    Path directory() {
        return places.directory();
    }

    /// Remembered, as long as the repository is where it was.
    Place place(Path cwd) throws InterruptedException {
        var before = known.get(cwd);
        if (before != null && isThere(before, cwd)) {
            return before;
        }
        var found = places.of(cwd);
        places.prepare(found);
        known.put(cwd, found);
        return found;
    }

    private static boolean isThere(Place place, Path cwd) {
        if (!Files.isDirectory(cwd)) {
            return false;
        }
        if (place.isOutside()) {
            for (var at = cwd; at != null; at = at.getParent()) {
                if (Files.exists(at.resolve(".git"))) {
                    return false;
                }
            }
            return true;
        }
        return Files.exists(place.root().resolve(".git"))
                && Files.exists(place.refs().resolve("HEAD"));
    }

    /// The files as they are.
    ///
    /// @param asked when, in nanoseconds
    Trees.Taken taken(Place place, long asked) throws InterruptedException {
        return looks.taken(place, asked);
    }

    /// The files of a place as they are at this moment.
    Trees.Taken look(Place place) throws InterruptedException {
        return looks.now(place);
    }

    /// The files of a commit.
    String treeOf(Place place, String commit) throws InterruptedException {
        return git.run(place, "", "rev-parse", "--verify", commit + "^{tree}").getFirst();
    }

    /// Whether a directory is known to be in this working tree.
    boolean isIn(Place place, Path cwd) {
        var other = known.get(cwd);
        return other != null && other.root().equals(place.root());
    }

    /// Keeps the checkpoint that begins an entry, under the next number.
    Kept begin(Place place, Mark mark, String tree) throws InterruptedException {
        var session = mark.session();
        for (var tries = 0; ; tries++) {
            var number = next(place, session);
            try {
                var kept = keep(place, mark.numbered(number), tree);
                numbers.put(session, number);
                return kept;
            } catch (Problem problem) {
                // Another Parley was quicker: an undo on the command line.
                numbers.remove(session);
                if (tries > 0) {
                    throw problem;
                }
            }
        }
    }

    /// Keeps the checkpoint that ends an entry.
    Kept end(Place place, Kept before, Mark mark, String tree) throws InterruptedException {
        var after = keep(place, mark, tree);
        var entry = new Entry(mark.number(), before, after);
        newest.compute(
                mark.session(), (_, last) -> new Newest(entry, last == null ? null : last.entry()));
        return after;
    }

    private Kept keep(Place place, Mark mark, String tree) throws InterruptedException {
        var kept = refs.create(place, mark, tree);
        looks.kept(place, kept);
        return kept;
    }

    /// The last entry that was ended here.
    ///
    /// @param before what was ended here before it
    private record Newest(Entry entry, @Nullable Entry before) {
        boolean isKnown() {
            return entry.number() == 1 || (before != null && before.number() == entry.number() - 1);
        }

        Ended ended() {
            return new Ended(entry, before == null ? null : before.after());
        }
    }

    /// An entry that is whole.
    ///
    /// @param end the checkpoint that ended the one before it
    record Ended(Entry entry, @Nullable Kept end) {}

    /// The last entry that was ended, if it is known without a question to git.
    Optional<Ended> newest(SessionId session) {
        return Optional.ofNullable(newest.get(session)).filter(Newest::isKnown).map(Newest::ended);
    }

    private int next(Place place, SessionId session) throws InterruptedException {
        var last = numbers.get(session);
        if (last == null) {
            var entries = refs.of(place, session);
            last = entries.isEmpty() ? 0 : entries.getLast().number();
        }
        return last + 1;
    }

    /// Git checks every file before it writes the first one, and refuses where something is not as
    /// our index has it.
    void write(Place place, String now, String wanted) throws InterruptedException {
        var answer = git.ask(place, "", "read-tree", "-m", "-u", now, wanted);
        if (!answer.isOk()) {
            throw Git.findLack(place.root(), answer)
                    .orElseGet(() ->
                            new Problem(
                                    Problem.Kind.BUSY,
                                    "The files are changed by somebody else at this moment, so"
                                            + " nothing was written.",
                                    "Try again. Git says: " + answer.errors().strip()));
        }
    }
}
