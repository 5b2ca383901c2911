package dev.parley.workspace.changes;

import dev.parley.api.FileChange;
import dev.parley.base.problem.Problem;

import java.nio.file.Path;
import java.util.List;

/// What was done in a worktree, committed or not, as a whole: shown, made a branch, or kept before
/// the worktree goes. Thread-safe.
public final class WorktreeWork {
    private final Workbench workbench;

    public WorktreeWork(Checkpoints checkpoints) {
        workbench = checkpoints.workbench();
    }

    /// @param base the commit it began with
    public List<FileChange> files(Path worktree, String base) throws InterruptedException {
        var place = workbench.place(worktree);
        return workbench
                .differences()
                .files(place, workbench.treeOf(place, base), workbench.look(place).tree());
    }

    public byte[] patch(Path worktree, String base) throws InterruptedException {
        var place = workbench.place(worktree);
        return workbench
                .differences()
                .patch(
                        place,
                        workbench.treeOf(place, base),
                        workbench.look(place).tree(),
                        List.of());
    }

    /// Makes all files what they are in a tree.
    public void become(Path worktree, String tree) throws InterruptedException {
        var place = workbench.place(worktree);
        try (var _ = PlaceLock.of(place)) {
            workbench.write(place, workbench.trees().take(place).tree(), tree);
        }
    }

    /// All of it in a commit on top of what was committed there; that commit itself where there is
    /// nothing else.
    public String commit(Path worktree, String message) throws InterruptedException {
        var place = workbench.place(worktree);
        var commit = head(worktree, place);
        var now = workbench.look(place).tree();
        return now.equals(workbench.treeOf(place, commit))
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

    private static void checkWhole(Trees.Taken taken) {
        var leftOut = taken.leftOut();
        if (!leftOut.isEmpty()) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    "It has files that cannot be kept, such as " + leftOut.getFirst().path() + ".",
                    "Move them elsewhere, or delete them yourself.");
        }
    }

    /// Keeps everything under a hidden ref.
    ///
    /// @return the ref
    public String keep(Path worktree, String id) throws InterruptedException {
        var place = workbench.place(worktree);
        var taken = workbench.look(place);
        checkWhole(taken);
        var ref = CheckpointRefs.KEPT + id;
        // Always a commit of Parley's own: its time is when this was kept.
        var head = head(worktree, place);
        var commit =
                workbench.git().commit(place, taken.tree(), "What was in the worktree " + id, head);
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
