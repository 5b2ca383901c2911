package dev.parley.workspace.changes;

import dev.parley.api.FileChange;
import dev.parley.api.UndoPlan;
import dev.parley.base.problem.Problem;

import java.nio.file.Path;
import java.util.List;

/// What was done in a worktree, committed or not, as a whole: shown, applied elsewhere, made a
/// branch, or kept before the worktree goes. Thread-safe.
public final class WorktreeWork {
    private final Workbench workbench;
    private final TreeMerge merge;

    public WorktreeWork(Checkpoints checkpoints) {
        workbench = checkpoints.workbench();
        merge = new TreeMerge(workbench);
    }

    /// @param base the commit it began with
    public List<FileChange> files(Path worktree, String base) throws InterruptedException {
        var place = workbench.place(worktree);
        return workbench.differences().files(place, tree(place, base), now(place));
    }

    public byte[] patch(Path worktree, String base) throws InterruptedException {
        var place = workbench.place(worktree);
        return workbench.differences().patch(place, tree(place, base), now(place), List.of());
    }

    private String now(Place place) throws InterruptedException {
        try (var _ = PlaceLock.of(place)) {
            return workbench.trees().take(place).tree();
        }
    }

    private String tree(Place place, String commit) throws InterruptedException {
        return workbench
                .git()
                .run(place, "", "rev-parse", "--verify", commit + "^{tree}")
                .getFirst();
    }

    /// Makes all files what they are in a tree.
    public void become(Path worktree, String tree) throws InterruptedException {
        var place = workbench.place(worktree);
        try (var _ = PlaceLock.of(place)) {
            workbench.write(place, workbench.trees().take(place).tree(), tree);
        }
    }

    /// Brings it into another working tree of the same repository. What both changed in the same
    /// lines is a conflict, and nothing is written then.
    ///
    /// @param target any directory of the other working tree
    /// @param isPreview whether nothing is written at all
    public UndoPlan apply(Path worktree, String base, Path target, boolean isPreview)
            throws InterruptedException {
        var from = workbench.place(worktree);
        var to = workbench.place(target);
        if (!from.refs().equals(to.refs()) || from.root().equals(to.root())) {
            throw Problem.invalid(
                    to.root() + " is not another working tree of the same repository.",
                    "Name the directory to apply it to.");
        }
        var theirs = now(from);
        try (var _ = PlaceLock.of(to)) {
            var ours = workbench.trees().take(to).tree();
            var merged = merge.merge(to, tree(from, base), ours, theirs);
            var files =
                    workbench.differences().raw(to, ours, merged.tree()).stream()
                            .map(raw -> new UndoPlan.File(raw.path(), action(raw)))
                            .toList();
            var plan = new UndoPlan(files, merged.conflicts());
            if (isPreview) {
                return plan;
            }
            if (!plan.conflicts().isEmpty()) {
                throw new Problem(
                        Problem.Kind.BUSY,
                        "Both have changed the same lines: "
                                + String.join(
                                        ", ",
                                        plan.conflicts().stream()
                                                .map(UndoPlan.Conflict::path)
                                                .toList()),
                        "Make a branch of it, and merge that with git.");
            }
            workbench.write(to, ours, merged.tree());
            return plan;
        }
    }

    private static UndoPlan.Action action(Differences.Raw raw) {
        return raw.status() == 'D' ? UndoPlan.Action.DELETED : UndoPlan.Action.MERGED;
    }

    /// All of it in a commit on top of what was committed there; that commit itself where there is
    /// nothing else.
    public String commit(Path worktree, String message) throws InterruptedException {
        var place = workbench.place(worktree);
        var commit = head(worktree, place);
        var now = now(place);
        return now.equals(tree(place, commit))
                ? commit
                : workbench.git().commit(place, now, message, commit);
    }

    private String head(Path worktree, Place place) throws InterruptedException {
        var head = workbench.git().user(place, "rev-parse", "--verify", "HEAD^{commit}");
        if (!head.isOk()) {
            throw Problem.invalid("There is no commit in " + worktree + ".", "Commit something.");
        }
        return head.output().strip();
    }

    private void checkWhole(Place place) throws InterruptedException {
        try (var _ = PlaceLock.of(place)) {
            var leftOut = workbench.trees().take(place).leftOut();
            if (!leftOut.isEmpty()) {
                throw new Problem(
                        Problem.Kind.BUSY,
                        "It has files that cannot be kept, such as "
                                + leftOut.getFirst().path()
                                + ".",
                        "Move them elsewhere, or delete them yourself.");
            }
        }
    }

    /// Keeps everything under a hidden ref.
    ///
    /// @return the ref
    public String keep(Path worktree, String id) throws InterruptedException {
        var place = workbench.place(worktree);
        checkWhole(place);
        var ref = CheckpointRefs.KEPT + id;
        // Always a commit of Parley's own: its time is when this was kept.
        var head = head(worktree, place);
        var commit =
                workbench.git().commit(place, now(place), "What was in the worktree " + id, head);
        workbench.git().refs(place, "update " + ref + " " + commit + "\n", "update-ref", "--stdin");
        return ref;
    }

    /// Makes a branch of everything; one that is there already is left alone.
    public String branch(Path worktree, String name, String message) throws InterruptedException {
        var place = workbench.place(worktree);
        if (!workbench.git().user(place, "check-ref-format", "--branch", name).isOk()) {
            throw Problem.invalid(
                    "\"" + name + "\" is no name for a branch.", "Use letters, digits, - and /.");
        }
        if (workbench
                .git()
                .user(place, "rev-parse", "--verify", "-q", "refs/heads/" + name)
                .isOk()) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    "The branch " + name + " is there already.",
                    "Choose another name.");
        }
        var commit = commit(worktree, message);
        workbench
                .git()
                .refs(
                        place,
                        "create refs/heads/" + name + " " + commit + "\n",
                        "update-ref",
                        "--stdin");
        return commit;
    }
}
