package dev.parley.workspace.changes;

import dev.parley.api.SessionId;
import dev.parley.api.UndoPlan;
import dev.parley.api.UndoRequest;
import dev.parley.base.problem.Problem;
import dev.parley.workspace.changes.CheckpointRefs.Entry;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/// Takes back what turns changed: a three-way merge between the files as they are now and as they
/// were before the turn, with what the turn left as their common base. So what was changed later
/// stays. Thread-safe.
public final class Undo {
    private static final String UNKEPT =
            "Parley has no copy of how it was before: it was too large, or could not be read.";

    private final Checkpoints checkpoints;
    private final Workbench workbench;
    private final TreeMerge merge;

    public Undo(Checkpoints checkpoints) {
        this.checkpoints = checkpoints;
        workbench = checkpoints.workbench();
        merge = new TreeMerge(workbench);
    }

    /// The files as they would be.
    private record Result(String tree, List<UndoPlan.Conflict> conflicts) {}

    /// What would happen. Nothing is written.
    public UndoPlan preview(SessionId session, Path cwd, UndoRequest request)
            throws InterruptedException {
        checkpoints.settle(session);
        var place = workbench.place(cwd);
        try (var _ = PlaceLock.of(place)) {
            var now = workbench.trees().take(place).tree();
            return plan(place, now, result(place, session, now, request), session, request);
        }
    }

    /// Does it, unless there are conflicts: then it says so, and nothing is written.
    ///
    /// @return a plan without a number if there was nothing to do
    public UndoPlan undo(SessionId session, Path cwd, UndoRequest request)
            throws InterruptedException {
        checkpoints.settle(session);
        var place = workbench.place(cwd);
        try (var _ = PlaceLock.of(place)) {
            var taken = workbench.trees().take(place);
            var result = result(place, session, taken.tree(), request);
            var plan = plan(place, taken.tree(), result, session, request);
            if (!plan.conflicts().isEmpty() && !request.skipConflicts()) {
                throw conflicts(plan);
            }
            if (plan.files().isEmpty()) {
                return plan;
            }
            var mark =
                    Mark.before(session, 0, null, checkpoints.clock().instant(), false)
                            .undoing(request.turn())
                            .leaving(taken.leftOut());
            var others = checkpoints.others(place, session);
            var before = workbench.begin(place, mark, taken.tree());
            try {
                workbench.write(place, taken.tree(), result.tree());
            } finally {
                // Also of one that failed in the middle: what was written can be undone.
                end(place, before, others);
            }
            return plan.doneAs(before.mark().number());
        } finally {
            checkpoints.updated(session);
        }
    }

    private void end(Place place, CheckpointRefs.Kept before, List<SessionId> others)
            throws InterruptedException {
        var now = workbench.trees().take(place);
        var after = before.mark().after(checkpoints.clock().instant(), List.of(), others);
        var _ = workbench.end(place, before, after.leaving(now.leftOut()), now.tree());
    }

    private static Problem conflicts(UndoPlan plan) {
        var names = plan.conflicts().stream().map(UndoPlan.Conflict::path).limit(5).toList();
        return new Problem(
                Problem.Kind.BUSY,
                "This was changed again since, or there is no copy of it: "
                        + String.join(", ", names),
                "Look at the preview; take back what can be (skipConflicts, --skip-conflicts), or"
                        + " single files.");
    }

    private Result result(Place place, SessionId session, String now, UndoRequest request)
            throws InterruptedException {
        var tree = now;
        var conflicts = new LinkedHashMap<String, UndoPlan.Conflict>();
        var unknown = new LinkedHashSet<>(request.files());
        for (var entry : wanted(place, session, request)) {
            var begin = Objects.requireNonNull(entry.before());
            var before = begin.tree();
            var after = Objects.requireNonNull(entry.after()).tree();
            var names = names(place, before, after);
            unknown.removeAll(names);
            if (!request.files().isEmpty()) {
                names.retainAll(named(place, before, after, request.files()));
            }
            var unkept = names.stream().filter(begin.mark()::lacks).toList();
            for (var name : unkept) {
                conflicts.putIfAbsent(name, new UndoPlan.Conflict(name, UNKEPT));
                names.remove(name);
            }
            var back =
                    request.files().isEmpty() && unkept.isEmpty()
                            ? before
                            : merge.with(place, after, before, List.copyOf(names));
            var merged = merge.merge(place, after, tree, back);
            merged.conflicts().forEach(it -> conflicts.putIfAbsent(it.path(), it));
            tree = merged.tree();
        }
        if (!unknown.isEmpty()) {
            throw Problem.notFound(
                    "No such file was changed: " + String.join(", ", unknown),
                    "Name files as `parley changes " + session + "` lists them.");
        }
        return new Result(tree, List.copyOf(conflicts.values()));
    }

    private Set<String> names(Place place, String before, String after)
            throws InterruptedException {
        return workbench.differences().raw(place, before, after).stream()
                .map(Differences.Raw::path)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /// A file that moved goes back to its old name, whichever of the two was said.
    private Set<String> named(Place place, String before, String after, List<String> files)
            throws InterruptedException {
        var names = new HashSet<>(files);
        var wanted = Set.copyOf(files);
        for (var change : workbench.differences().files(place, before, after)) {
            var old = change.oldPath();
            if (old != null && (wanted.contains(old) || wanted.contains(change.path()))) {
                names.add(old);
                names.add(change.path());
            }
        }
        return names;
    }

    /// The newest first.
    private List<Entry> wanted(Place place, SessionId session, UndoRequest request)
            throws InterruptedException {
        var all = workbench.refs().of(place, session);
        var named = all.stream().filter(entry -> entry.number() == request.turn()).findFirst();
        if (named.isEmpty()) {
            throw ChangeList.unknown(session, request.turn());
        }
        if (!named.get().isWhole()) {
            throw Problem.invalid(
                    "What turn " + request.turn() + " changed is not known as a whole.",
                    "It runs still, or its end was not seen. Interrupt it, or name another turn.");
        }
        return all.stream()
                .filter(entry ->
                        request.since()
                                ? entry.number() >= request.turn()
                                : entry.number() == request.turn())
                .filter(Entry::isWhole)
                .sorted(Comparator.comparingInt(Entry::number).reversed())
                .toList();
    }

    private UndoPlan plan(
            Place place, String now, Result result, SessionId session, UndoRequest request)
            throws InterruptedException {
        var first = wanted(place, session, request).getLast();
        var before = Objects.requireNonNull(first.before()).tree();
        // What differs from how it was is a file in which something later stays.
        var kept = new HashSet<String>();
        workbench
                .differences()
                .raw(place, before, result.tree())
                .forEach(raw -> kept.add(raw.path()));
        var files =
                workbench.differences().raw(place, now, result.tree()).stream()
                        .map(raw -> new UndoPlan.File(raw.path(), action(raw, kept)))
                        .toList();
        return new UndoPlan(files, result.conflicts());
    }

    private static UndoPlan.Action action(Differences.Raw raw, Set<String> kept) {
        if (raw.status() == 'D') {
            return UndoPlan.Action.DELETED;
        }
        return kept.contains(raw.path()) ? UndoPlan.Action.MERGED : UndoPlan.Action.RESTORED;
    }
}
