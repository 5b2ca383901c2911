package dev.parley.workspace.worktree;

import dev.parley.base.problem.Problem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// Whether a worktree still belongs to its repository. Its `.git` is a file in a directory where an
/// agent writes: with another one in its place git would read the settings of a repository that the
/// agent made, and run the programs they name.
final class WorktreeLink {
    private static final String LINK = "gitdir:";
    private static final long LONGEST = 8192;

    private final Git git;

    WorktreeLink(Git git) {
        this.git = git;
    }

    /// @param repository where it was made; git is asked only there
    void check(Path worktree, Path repository) throws InterruptedException {
        var common =
                repository.resolve(git.run(repository, "rev-parse", "--git-common-dir").strip());
        if (!belongs(worktree.resolve(".git"), common)) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    "The .git in " + worktree + " is not the one that git made there.",
                    "Nothing was done with it. Look at what is in it, then make it right with: git -C "
                            + repository
                            + " worktree repair "
                            + worktree);
        }
    }

    private static boolean belongs(Path link, Path common) {
        try {
            if (!Files.isRegularFile(link, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
            var text = text(link);
            if (!text.startsWith(LINK)) {
                return false;
            }
            var own = link.resolveSibling(text.substring(LINK.length()).strip()).toRealPath();
            return own.getParent() != null
                    && own.getParent().equals(common.resolve("worktrees").toRealPath())
                    && Path.of(text(own.resolve("gitdir"))).toRealPath().equals(link.toRealPath())
                    && own.resolve(text(own.resolve("commondir")))
                            .toRealPath()
                            .equals(common.toRealPath());
        } catch (IOException | InvalidPathException _) {
            return false;
        }
    }

    private static String text(Path file) throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) > LONGEST) {
            throw new IOException(file + " is no link of git");
        }
        return Files.readString(file).strip();
    }
}
