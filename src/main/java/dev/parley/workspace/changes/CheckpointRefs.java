package dev.parley.workspace.changes;

import dev.parley.api.SessionId;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.core.JacksonException;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// The hidden refs of checkpoints, `refs/parley/SESSION/NUMBER/before` and `…/after`. They are all
/// there is: no other store has to agree with them.
final class CheckpointRefs {
    private static final Logger LOG = LoggerFactory.getLogger(CheckpointRefs.class);

    static final String ALL = "refs/parley/";

    /// What was in worktrees that are gone.
    static final String KEPT = ALL + "kept/";

    /// How files were before and after work of a worktree was brought into them.
    static final String APPLIED = ALL + "applied/";

    /// A checkpoint as it is kept.
    record Kept(String ref, String commit, String tree, Mark mark) {}

    /// One turn or undo.
    record Entry(int number, @Nullable Kept before, @Nullable Kept after) {
        boolean isWhole() {
            return before != null && after != null;
        }
    }

    private final GitCalls git;
    private final ChangedNames names;

    CheckpointRefs(GitCalls git, ChangedNames names) {
        this.git = git;
        this.names = names;
    }

    /// Keeps a tree, and remembers it as the newest one. Nothing that is there is ever changed.
    ///
    /// @param tree one that git has
    Kept create(Place place, Mark mark, String tree) throws InterruptedException {
        var commit = commit(place, mark, tree);
        var ref = ALL + mark.session() + "/" + mark.number() + "/" + mark.side().refName();
        if (!hasMade(place, ref, commit)) {
            git.refs(place, "create " + ref + " " + commit + "\n", "update-ref", "--stdin");
        }
        names.remember(place, commit, tree);
        return new Kept(ref, commit, tree, mark);
    }

    private String commit(Place place, Mark mark, String tree) throws InterruptedException {
        try {
            return LooseFiles.commit(place, tree, mark.text(), mark.at());
        } catch (IOException e) {
            LOG.debug("A commit is left to git", e);
            return git.commit(place, tree, mark.text());
        }
    }

    private static boolean hasMade(Place place, String ref, String commit) {
        try {
            return LooseFiles.ref(place, ref, commit);
        } catch (IOException e) {
            LOG.debug("The ref {} is left to git", ref, e);
            return false; // it says what is wrong
        }
    }

    /// In the order of their numbers.
    List<Entry> of(Place place, SessionId session) throws InterruptedException {
        var found = new TreeMap<Integer, Entry>();
        for (var kept : all(place, ALL + session + "/")) {
            var number = kept.mark().number();
            var known = found.getOrDefault(number, new Entry(number, null, null));
            found.put(
                    number,
                    kept.mark().side() == Mark.Side.BEFORE
                            ? new Entry(number, kept, known.after())
                            : new Entry(number, known.before(), kept));
        }
        return List.copyOf(found.values());
    }

    List<Kept> all(Place place, String below) throws InterruptedException {
        if (!Files.exists(place.refs().resolve("HEAD"))) {
            return List.of();
        }
        var lines =
                git.refs(
                        place,
                        "",
                        "for-each-ref",
                        "--format=%(refname) %(objectname) %(tree) %(contents:subject)",
                        below);
        var found = new ArrayList<Kept>();
        for (var line : lines) {
            read(line).ifPresent(found::add);
        }
        return found;
    }

    /// What somebody else put there is left alone.
    private static Optional<Kept> read(String line) {
        var parts = line.split(" ", 4);
        if (parts.length < 4) {
            return Optional.empty();
        }
        try {
            return Json.parseObject(parts[3])
                    .map(json -> Json.read(json, Mark.class))
                    .filter(mark -> mark.session() != null && mark.side() != null)
                    .filter(mark -> mark.kind() != null && mark.at() != null)
                    .map(mark -> new Kept(parts[0], parts[1], parts[2], mark));
        } catch (JacksonException | Problem _) {
            return Optional.empty();
        }
    }

    /// A ref that is kept for a while.
    ///
    /// @param session absent: it has to do with a worktree
    record Old(String ref, String commit, Instant at, @Nullable SessionId session) {}

    /// All that Parley keeps, the oldest first.
    List<Old> everything(Place place) throws InterruptedException {
        var found = new ArrayList<Old>();
        for (var kept : all(place, ALL)) {
            found.add(new Old(kept.ref(), kept.commit(), kept.mark().at(), kept.mark().session()));
        }
        if (!Files.exists(place.refs().resolve("HEAD"))) {
            return found;
        }
        var lines =
                git.refs(
                        place,
                        "",
                        "for-each-ref",
                        "--format=%(committerdate:unix) %(objectname) %(refname)",
                        KEPT,
                        APPLIED);
        for (var line : lines) {
            var parts = line.split(" ", 3);
            if (parts.length == 3 && parts[0].matches("[0-9]{1,11}")) {
                var at = Instant.ofEpochSecond(Long.parseLong(parts[0]));
                found.add(new Old(parts[2], parts[1], at, null));
            }
        }
        found.sort(Comparator.comparing(Old::at));
        return found;
    }

    void delete(Place place, List<Old> old) throws InterruptedException {
        var input = new StringBuilder();
        old.forEach(one ->
                input.append("delete ")
                        .append(one.ref())
                        .append(' ')
                        .append(one.commit())
                        .append('\n'));
        if (!input.isEmpty()) {
            git.refs(place, input.toString(), "update-ref", "--stdin");
        }
    }
}
