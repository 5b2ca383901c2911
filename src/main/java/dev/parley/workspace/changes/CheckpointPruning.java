package dev.parley.workspace.changes;

import dev.parley.api.PrunedCheckpoints;
import dev.parley.api.Retention;
import dev.parley.base.disk.FileTree;
import dev.parley.base.problem.Problem;
import dev.parley.workspace.changes.CheckpointRefs.Kept;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/// Removes old checkpoints: by their age, and the oldest ones while all of a working tree are too
/// large. In a user's repository only the refs go; git itself frees what nobody needs any more.
public final class CheckpointPruning {
    private static final Logger LOG = LoggerFactory.getLogger(CheckpointPruning.class);

    private final Workbench workbench;

    public CheckpointPruning(Checkpoints checkpoints) {
        workbench = checkpoints.workbench();
    }

    /// @param isDryRun whether it is only said what would go
    public List<PrunedCheckpoints> prune(Retention limits, Instant now, boolean isDryRun)
            throws InterruptedException {
        var pruned = new ArrayList<PrunedCheckpoints>();
        for (var own : places()) {
            try {
                pruneOne(own, limits, now, isDryRun, pruned);
            } catch (Problem problem) {
                LOG.info("Checkpoints in {} stay: {}", own, problem.message());
            } catch (IOException e) {
                LOG.info("Checkpoints in {} stay: {}", own, e.toString());
            }
        }
        return pruned;
    }

    private List<Path> places() {
        try (var all = Files.list(workbench.directory())) {
            return all.filter(place -> Files.exists(place.resolve("root"))).sorted().toList();
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
            // Its files are gone, and so is what there was to take back.
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
        try (var _ = PlaceLock.of(place)) {
            var all =
                    workbench.refs().all(place, CheckpointRefs.ALL).stream()
                            .sorted(Comparator.comparing(kept -> kept.mark().at()))
                            .toList();
            var old = old(place, all, limits, now);
            if (old.isEmpty()) {
                return;
            }
            var sessions = old.stream().map(it -> it.mark().session()).distinct().count();
            pruned.add(
                    new PrunedCheckpoints(
                            root.toString(), (int) sessions, old.size(), size(place, old, all)));
            if (!isDryRun) {
                workbench.refs().delete(place, old);
                if (place.isOutside()) {
                    workbench.git().run(place, "", "gc", "--quiet", "--prune=now");
                }
            }
        }
    }

    private List<Kept> old(Place place, List<Kept> all, Retention limits, Instant now)
            throws InterruptedException {
        var isKept = limits.age().isZero();
        var until = now.minus(limits.age());
        var old =
                all.stream()
                        .filter(kept -> !isKept && kept.mark().at().isBefore(until))
                        .collect(Collectors.toCollection(ArrayList::new));
        var rest = new ArrayList<>(all.subList(old.size(), all.size()));
        while (limits.bytes() > 0 && !rest.isEmpty() && size(place, rest, rest) > limits.bytes()) {
            var some = Math.max(1, rest.size() / 4);
            old.addAll(rest.subList(0, some));
            rest.subList(0, some).clear();
        }
        return old;
    }

    /// What only these need: not a branch, not a tag, not another checkpoint.
    private long size(Place place, List<Kept> some, List<Kept> all) throws InterruptedException {
        var gone = some.stream().map(Kept::ref).collect(Collectors.toSet());
        var input = new StringBuilder();
        some.forEach(kept -> input.append(kept.commit()).append('\n'));
        all.stream()
                .filter(kept -> !gone.contains(kept.ref()))
                .forEach(kept -> input.append('^').append(kept.commit()).append('\n'));
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
