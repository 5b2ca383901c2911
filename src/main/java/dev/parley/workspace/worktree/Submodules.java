package dev.parley.workspace.worktree;

import dev.parley.base.problem.Problem;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// Submodules that are checked out in a worktree. Their commits and changes are nowhere else: they
/// go with the worktree, and no patch or checkpoint of it has them.
final class Submodules {
    private static final String GITLINK = "160000 ";

    private final Git git;

    Submodules(Git git) {
        this.git = git;
    }

    /// Refuses a worktree that has one.
    void check(Path worktree) throws InterruptedException {
        for (var line : git.run(worktree, "ls-files", "--stage", "-z").split("\0", -1)) {
            var name = line.substring(line.indexOf('\t') + 1);
            if (line.startsWith(GITLINK) && isCheckedOut(worktree, name)) {
                throw new Problem(
                        Problem.Kind.BUSY,
                        "The submodule " + name + " is checked out in " + worktree + ".",
                        "What is in it would be lost. Push what you need, then: git -C "
                                + worktree
                                + " submodule deinit --force "
                                + name);
            }
        }
    }

    /// What cannot be looked at may be there.
    private static boolean isCheckedOut(Path worktree, String name) {
        try {
            return Files.exists(worktree.resolve(name).resolve(".git"), LinkOption.NOFOLLOW_LINKS);
        } catch (InvalidPathException _) {
            return true;
        }
    }
}
