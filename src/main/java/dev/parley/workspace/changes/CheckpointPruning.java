package dev.parley.workspace.changes;

import dev.parley.api.PrunedCheckpoints;
import dev.parley.api.Retention;
import dev.parley.base.disk.FileTree;
import dev.parley.base.problem.Problem;
import dev.parley.workspace.changes.CheckpointRefs.Old;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/// Removes old checkpoints: by their age, and the oldest ones while all of a working tree are too
/// large. In a user's repository only the refs go; git itself frees what nobody needs any more.
public final class CheckpointPruning {
    private static final Logger LOG = LoggerFactory.getLogger(CheckpointPruning.class);

    private static final Duration WORK = Duration.ofDays(1);

    private final Workbench workbench;

    public CheckpointPruning(Checkpoints checkpoints) {
        workbench = checkpoints.workbench();
    }

    /// @param isDryRun whether it is only said what would go
    public List<PrunedCheckpoints> prune(Retention limits, Instant now, boolean isDryRun)
            throws InterruptedException {
        var pruned = new ArrayList<PrunedCheckpoints>();
        for (var own : places()) {
            attempt(own, () -> pruneOne(own, limits, now, isDryRun, pruned));
        }
        for (var pointer : files(workbench.directory().resolve(Places.REPOSITORIES))) {
            attempt(pointer, () -> pruneRepository(pointer, limits, now, isDryRun, pruned));
        }
        return pruned;
    }

    private interface Attempt {
        void run() throws InterruptedException, IOException;
    }

    /// One that fails keeps no other from being pruned.
    private static void attempt(Path place, Attempt attempt) throws InterruptedException {
        try {
            attempt.run();
        } catch (Problem problem) {
            LOG.info("Checkpoints in {} stay: {}", place, problem.message());
        } catch (IOException e) {
            LOG.info("Checkpoints in {} stay: {}", place, e.toString());
        }
    }

    private List<Path> places() {
        return files(workbench.directory()).stream()
                .filter(place -> Files.exists(place.resolve("root")))
                .toList();
    }

    private static List<Path> files(Path directory) {
        try (var all = Files.list(directory)) {
            return all.sorted().toList();
        } catch (IOException _) {
            return List.of();
        }
    }

    private void pruneOne(
            Path own,
            Retention limits,
            Instant now,
            boolean isDryRun,
            List<PrunedCheckpoints> pruned)
            throws InterruptedException, IOException {
        var root = Path.of(Files.readString(own.resolve("root")).strip());
        if (!Files.isDirectory(root)) {
            // Its files are gone; refs of it, if there are any, are the repository's.
            pruned.add(new PrunedCheckpoints(root.toString(), 0, 0, FileTree.size(own)));
            if (!isDryRun) {
                FileTree.delete(own);
            }
            return;
        }
        var place = workbench.place(root);
        if (!place.own().equals(own)) {
            return; // it became a repository since, or is one no more
        }
        if (!isDryRun) {
            sweep(own, now);
        }
        if (place.isOutside()) {
            try (var _ = PlaceLock.of(place)) {
                if (pruneRefs(place, root, limits, now, isDryRun, pruned) && !isDryRun) {
                    ChangedNames.forget(place);
                    workbench.git().run(place, "", "gc", "--quiet", "--prune=now");
                }
            }
        }
    }

    /// What a Parley that was killed has not deleted.
    private static void sweep(Path own, Instant now) throws IOException {
        for (var file : files(own)) {
            var name = file.getFileName().toString();
            var isPassing =
                    name.startsWith("patch-")
                            || name.startsWith("index-")
                            || name.endsWith(".lock");
            if (isPassing
                    && Files.isRegularFile(file)
                    && Files.getLastModifiedTime(file)
                            .toInstant()
                            .isBefore(now.minus(Duration.ofDays(1)))) {
                Files.deleteIfExists(file);
            }
        }
    }

    /// All refs of a repository, of whatever working tree they are: that of a worktree may be gone.
    private void pruneRepository(
            Path pointer,
            Retention limits,
            Instant now,
            boolean isDryRun,
            List<PrunedCheckpoints> pruned)
            throws InterruptedException, IOException {
        var repository = Path.of(Files.readString(pointer).strip());
        if (!Files.exists(repository.resolve("HEAD"))) {
            if (!isDryRun) {
                Files.deleteIfExists(pointer);
            }
            return;
        }
        var shown = repository.endsWith(".git") ? repository.getParent() : repository;
        var _ =
                pruneRefs(
                        Place.ofRefs(repository),
                        shown == null ? repository : shown,
                        limits,
                        now,
                        isDryRun,
                        pruned);
    }

    /// @return whether there was something
    private boolean pruneRefs(
            Place place,
            Path shown,
            Retention limits,
            Instant now,
            boolean isDryRun,
            List<PrunedCheckpoints> pruned)
            throws InterruptedException {
        var all = workbench.refs().everything(place);
        var old = old(place, all, limits, now);
        if (old.isEmpty()) {
            return false;
        }
        var sessions = old.stream().map(Old::session).filter(Objects::nonNull).distinct().count();
        pruned.add(
                new PrunedCheckpoints(
                        shown.toString(), (int) sessions, old.size(), size(place, old, all)));
        if (!isDryRun) {
            workbench.refs().delete(place, old);
        }
        return true;
    }

    private List<Old> old(Place place, List<Old> all, Retention limits, Instant now)
            throws InterruptedException {
        var isForEver = limits.age().isZero();
        var until = now.minus(limits.age());
        var old = new ArrayList<Old>();
        var rest = new ArrayList<Old>();
        all.forEach(one -> (!isForEver && one.at().isBefore(until) ? old : rest).add(one));
        if (limits.bytes() > 0) {
            bySize(place, rest, limits.bytes(), now, old);
        }
        return old;
    }

    /// The oldest go first, but what was in a worktree that was removed is there for a day, however
    /// large it is: nowhere else is it.
    private void bySize(Place place, List<Old> rest, long bytes, Instant now, List<Old> old)
            throws InterruptedException {
        var until = now.minus(WORK);
        var able =
                rest.stream()
                        .filter(one -> one.session() != null || one.at().isBefore(until))
                        .collect(Collectors.toCollection(ArrayList::new));
        while (!able.isEmpty() && size(place, rest, rest) > bytes) {
            var some = List.copyOf(able.subList(0, Math.max(1, able.size() / 4)));
            able.subList(0, some.size()).clear();
            rest.removeAll(Set.copyOf(some));
            old.addAll(some);
        }
    }

    /// What only these need: not a branch, not a tag, not another checkpoint.
    private long size(Place place, List<Old> some, List<Old> all) throws InterruptedException {
        var gone = some.stream().map(Old::ref).collect(Collectors.toSet());
        var input = new StringBuilder();
        some.forEach(one -> input.append(one.commit()).append('\n'));
        all.stream()
                .filter(one -> !gone.contains(one.ref()))
                .forEach(one -> input.append('^').append(one.commit()).append('\n'));
        var lines =
                workbench
                        .git()
                        .refs(
                                place,
                                input.toString(),
                                "rev-list",
                                "--disk-usage",
                                "--objects",
                                "--stdin",
                                "--not",
                                "--branches",
                                "--tags",
                                "--remotes");
        return lines.isEmpty() ? 0 : Long.parseLong(lines.getFirst().strip());
    }
}
