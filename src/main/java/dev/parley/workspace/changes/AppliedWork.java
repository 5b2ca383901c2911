package dev.parley.workspace.changes;

import dev.parley.api.UndoPlan;
import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Brings what was done in a worktree into another working tree, and takes it back: the files as
/// they were before and after are kept on hidden refs, `refs/parley/applied/ID/NUMBER/before` and
/// `…/after`, and those of the worktree, `…/from`. What was taken back has another one, `…/undone`,
/// with the files as they were then. Thread-safe.
public final class AppliedWork {
    private static final String BEFORE = "before";
    private static final String AFTER = "after";
    private static final String FROM = "from";
    private static final String UNDONE = "undone";

    private final Workbench workbench;
    private final TreeMerge merge;

    public AppliedWork(Checkpoints checkpoints) {
        workbench = checkpoints.workbench();
        merge = new TreeMerge(workbench);
    }

    /// One time it was applied, as git trees.
    private record Time(
            int number,
            @Nullable String before,
            @Nullable String after,
            @Nullable String from,
            @Nullable String undone) {
        boolean isStanding() {
            return before != null && after != null && undone == null;
        }

        Time with(String side, String tree) {
            return switch (side) {
                case BEFORE -> new Time(number, tree, after, from, undone);
                case AFTER -> new Time(number, before, tree, from, undone);
                case FROM -> new Time(number, before, after, tree, undone);
                case UNDONE -> new Time(number, before, after, from, tree);
                default -> this; // not Parley's
            };
        }
    }

    /// What both changed in the same lines is a conflict, and nothing is written then.
    ///
    /// @param id of the worktree
    /// @param base the commit it began with
    /// @param target any directory of the other working tree of the same repository
    /// @param isPreview whether nothing is written at all
    public UndoPlan apply(String id, Path worktree, String base, Path target, boolean isPreview)
            throws InterruptedException {
        var from = workbench.place(worktree);
        var to = workbench.place(target);
        if (!from.refs().equals(to.refs()) || from.root().equals(to.root())) {
            throw Problem.invalid(
                    to.root() + " is not another working tree of the same repository.",
                    "Name the directory to apply it to.");
        }
        var theirs = workbench.look(from);
        try (var _ = PlaceLock.of(to)) {
            var ours = workbench.trees().take(to).tree();
            var merged = merged(to, id, base, ours, theirs.tree());
            var plan = plan(to, ours, merged, UndoPlan.Action.MERGED).without(theirs.leftOut());
            if (isPreview) {
                return plan;
            }
            check(
                    plan,
                    "Both have changed the same lines: ",
                    "Make a branch of it, and merge that with git.");
            if (!plan.files().isEmpty()) {
                var number = times(to, id).stream().mapToInt(Time::number).max().orElse(0) + 1;
                // Both are there before the first file is written: a kill in the middle can be
                // taken back, too.
                keep(to, ref(id, number, FROM), theirs.tree(), "The work in " + id);
                keep(to, ref(id, number, BEFORE), ours, "Before " + id + " was applied");
                keep(to, ref(id, number, AFTER), merged.tree(), "With " + id + " applied");
                var refs = Stream.of(FROM, BEFORE, AFTER).map(side -> ref(id, number, side));
                write(to, ours, merged, refs.toList());
            }
            return plan;
        }
    }

    /// When its agent went on since it was applied, what the worktree had then is in `ours`: that
    /// is no conflict.
    private TreeMerge.Merged merged(Place to, String id, String base, String ours, String theirs)
            throws InterruptedException {
        var first = merge.merge(to, workbench.treeOf(to, base), ours, theirs);
        var last = first.conflicts().isEmpty() ? null : standing(to, id);
        if (last == null || last.from() == null || last.from().equals(theirs)) {
            return first;
        }
        var again = merge.merge(to, last.from(), ours, theirs);
        return again.conflicts().isEmpty() ? again : first;
    }

    /// Takes back what was applied last and is not taken back yet, three-way: what was changed
    /// since stays.
    ///
    /// @param target any directory of the working tree it was brought into
    /// @param isPreview whether nothing is written at all
    public UndoPlan takeBack(String id, Path target, boolean isPreview)
            throws InterruptedException {
        var place = workbench.place(target);
        try (var _ = PlaceLock.of(place)) {
            var last = standing(place, id);
            if (last == null || last.before() == null || last.after() == null) {
                throw Problem.notFound(
                        "Nothing of the worktree \"" + id + "\" is applied.",
                        "It never was, or it was taken back already, or that is too long ago.");
            }
            var now = workbench.trees().take(place).tree();
            var merged = merge.merge(place, last.after(), now, last.before());
            var plan = plan(place, now, merged, UndoPlan.Action.RESTORED);
            if (isPreview) {
                return plan;
            }
            check(
                    plan,
                    "This was changed again since, in the same lines: ",
                    "Take it back by hand; how it was is in " + ref(id, last.number(), BEFORE));
            var undone = ref(id, last.number(), UNDONE);
            keep(place, undone, now, "Before " + id + " was taken back");
            write(place, now, merged, List.of(undone));
            return plan;
        }
    }

    /// Whether there is something to take back.
    public boolean isApplied(String id, Path target) throws InterruptedException {
        return standing(workbench.place(target), id) != null;
    }

    private @Nullable Time standing(Place place, String id) throws InterruptedException {
        @Nullable Time last = null;
        for (var time : times(place, id)) {
            last = time.isStanding() ? time : last;
        }
        return last;
    }

    private List<Time> times(Place place, String id) throws InterruptedException {
        if (!id.matches("[A-Za-z0-9-]+")) {
            return List.of();
        }
        var found = new TreeMap<Integer, Time>();
        var below = CheckpointRefs.APPLIED + id + "/";
        for (var line :
                workbench
                        .git()
                        .refs(place, "", "for-each-ref", "--format=%(tree) %(refname)", below)) {
            var parts = line.split("[ /]", -1);
            var count = parts.length;
            if (count > 2 && parts[count - 2].matches("[0-9]{1,9}")) {
                var number = Integer.parseInt(parts[count - 2]);
                var known = found.getOrDefault(number, new Time(number, null, null, null, null));
                found.put(number, known.with(parts[count - 1], parts[0]));
            }
        }
        return List.copyOf(found.values());
    }

    private static String ref(String id, int number, String side) {
        return CheckpointRefs.APPLIED + id + "/" + number + "/" + side;
    }

    private UndoPlan plan(
            Place place, String now, TreeMerge.Merged merged, UndoPlan.Action otherwise)
            throws InterruptedException {
        var files =
                workbench.differences().raw(place, now, merged.tree()).stream()
                        .map(raw ->
                                new UndoPlan.File(
                                        raw.path(),
                                        raw.status() == 'D' ? UndoPlan.Action.DELETED : otherwise))
                        .toList();
        return new UndoPlan(files, merged.conflicts());
    }

    private static void check(UndoPlan plan, String what, String remedy) {
        if (!plan.conflicts().isEmpty()) {
            var names =
                    plan.conflicts().stream()
                            .map(UndoPlan.Conflict::path)
                            .collect(Collectors.joining(", "));
            throw new Problem(Problem.Kind.BUSY, what + names, remedy);
        }
    }

    private void keep(Place place, String ref, String tree, String message)
            throws InterruptedException {
        var commit = workbench.git().commit(place, tree, message);
        workbench.git().refs(place, "create " + ref + " " + commit + "\n", "update-ref", "--stdin");
    }

    /// Where nothing was written, nothing was done; a disk that is full in the middle is something
    /// to take back.
    private void write(Place place, String now, TreeMerge.Merged merged, List<String> refs)
            throws InterruptedException {
        try {
            workbench.write(place, now, merged.tree());
        } catch (Problem problem) {
            if (workbench.trees().take(place).tree().equals(now)) {
                var gone = new StringBuilder();
                refs.forEach(ref -> gone.append("delete ").append(ref).append('\n'));
                workbench.git().refs(place, gone.toString(), "update-ref", "--stdin");
            }
            throw problem;
        }
    }
}
