package dev.parley.workspace.worktree;

import dev.parley.base.problem.Problem;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A checkout of a repository for one call. The call that made it ends it with [#end]; if that
/// never happens, the next start cleans up.
public final class Worktree {
    private static final Logger LOG = LoggerFactory.getLogger(Worktree.class);

    /// What happens to changes.
    public enum Changes {
        /// They become a patch.
        DISCARD,
        /// The worktree stays if there are any.
        KEEP
    }

    /// What became of it.
    ///
    /// @param patch everything that changed, commits of the agent included; empty if nothing did
    /// @param kept where the worktree is, if it stays
    public record Result(String patch, Optional<Path> kept) {}

    private final Git git;
    private final WorktreeLedger ledger;
    private final WorktreeLedger.Entry entry;
    private final Path root;
    private final Path directory;

    /// @param directory the place in the worktree that is the same as the one asked for
    Worktree(Git git, WorktreeLedger ledger, WorktreeLedger.Entry entry, Path directory) {
        this.git = git;
        this.ledger = ledger;
        this.entry = entry;
        this.root = ledger.place(entry);
        this.directory = directory;
    }

    /// Where the agent works.
    public Path directory() {
        return directory;
    }

    /// It is for a session that may go on at any time: nobody but a person removes it.
    public void keep() {
        ledger.write(entry.keep());
    }

    /// Takes the patch and removes the worktree, unless it stays. An interrupt has to wait: this is
    /// short, and half a worktree would be left behind.
    public Result end(Changes changes) {
        var wasInterrupted = Thread.interrupted();
        try {
            return finish(changes);
        } catch (InterruptedException _) {
            wasInterrupted = true;
            return kept("");
        } catch (Problem problem) {
            LOG.warn("{} {} Its worktree stays.", problem.message(), problem.remedy());
            return kept("");
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Result finish(Changes changes) throws InterruptedException {
        new WorktreeLink(git).check(root, Path.of(entry.repository()));
        new Submodules(git).check(root);
        var patch = patch();
        if (changes == Changes.KEEP && !patch.isEmpty()) {
            return kept(patch);
        }
        remove();
        return new Result(patch, Optional.empty());
    }

    private Result kept(String patch) {
        ledger.write(entry.keep());
        return new Result(patch, Optional.of(root));
    }

    /// By way of a file, because a patch is not made of lines of UTF-8 alone.
    private String patch() throws InterruptedException {
        var file = root.resolveSibling(entry.id() + ".patch");
        try {
            git.run(root, "add", "--all");
            git.run(root, "diff", "--cached", "--binary", "--output=" + file, entry.base());
            return Files.readString(file);
        } catch (IOException e) {
            throw Problem.brokenConfiguration("The patch cannot be read.", String.valueOf(e));
        } finally {
            deleteQuietly(file);
        }
    }

    private void remove() throws InterruptedException {
        git.run(Path.of(entry.repository()), "worktree", "remove", "--force", root.toString());
        ledger.remove(entry);
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.debug("A patch was not deleted", e);
        }
    }
}
