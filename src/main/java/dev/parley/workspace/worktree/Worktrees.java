package dev.parley.workspace.worktree;

import dev.parley.base.problem.Problem;
import dev.parley.process.Self;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// Makes worktrees for calls and cleans up after a Parley that died. Thread-safe.
public final class Worktrees {
    private static final Logger LOG = LoggerFactory.getLogger(Worktrees.class);

    /// Who makes a worktree of a repository; one at a time does.
    private final Map<Path, ReentrantLock> turns = new ConcurrentHashMap<>();

    private final Git git;
    private final WorktreeLedger ledger;
    private final Repositories repositories;

    /// @param directory where all worktrees are
    public Worktrees(Path directory, Git git) {
        this.git = git;
        this.ledger = new WorktreeLedger(directory);
        repositories = new Repositories(directory);
    }

    /// A checkout of the commit the repository is at.
    ///
    /// @param repository the repository, or a directory in it
    public Worktree add(Path repository) throws InterruptedException {
        return add(repository, "HEAD", Optional.empty());
    }

    /// The same of another commit, and with a branch of its own.
    ///
    /// @param from a branch, a tag or a commit
    /// @param branch the branch to make; absent: none
    public Worktree add(Path repository, String from, Optional<String> branch)
            throws InterruptedException {
        var base = commit(repository, from);
        var prefix = git.run(repository, "rev-parse", "--show-prefix").strip();
        var entry =
                new WorktreeLedger.Entry(
                        repositories.remember(repository) + "-" + UUID.randomUUID(),
                        repository.toString(),
                        Self.name(),
                        base,
                        false);
        var place = ledger.place(entry);
        ledger.write(entry);
        try {
            add(repository, branch, place, base);
        } catch (Problem | InterruptedException e) {
            clear(entry);
            throw e;
        }
        return new Worktree(git, ledger, entry, place.resolve(prefix));
    }

    /// A branch before a tag of the same name: git would take the tag.
    private String commit(Path repository, String from) throws InterruptedException {
        if (!from.equals("HEAD")) {
            var branch =
                    git.ask(
                            repository,
                            "rev-parse",
                            "--verify",
                            "--quiet",
                            "refs/heads/" + from + "^{commit}");
            if (branch.isOk()) {
                return branch.output().strip();
            }
        }
        return git.run(repository, "rev-parse", "--verify", from + "^{commit}").strip();
    }

    /// Git 2.39 fails when it makes two at once: each reads the half-made entry of the other.
    private void add(Path repository, Optional<String> branch, Path place, String base)
            throws InterruptedException {
        var turn = turns.computeIfAbsent(repository, _ -> new ReentrantLock());
        turn.lockInterruptibly();
        try {
            if (branch.isPresent()) {
                git.run(repository, "worktree", "add", "-b", branch.get(), place.toString(), base);
            } else {
                git.run(repository, "worktree", "add", "--detach", place.toString(), base);
            }
        } finally {
            turn.unlock();
        }
    }

    /// One that is kept.
    ///
    /// @param id names it
    /// @param repository where it was made
    /// @param base the commit it began with
    /// @param ports set apart for programs that run in it
    public record Kept(String id, Path place, Path repository, String base, List<Integer> ports) {}

    /// Those that are kept and still there.
    public List<Kept> kept() {
        return ledger.all().stream()
                .filter(WorktreeLedger.Entry::kept)
                .filter(entry -> Files.exists(ledger.place(entry).resolve(".git")))
                .map(Worktrees.this::kept)
                .toList();
    }

    private Kept kept(WorktreeLedger.Entry entry) {
        return new Kept(
                entry.id(),
                ledger.place(entry),
                Path.of(entry.repository()),
                entry.base(),
                entry.ports());
    }

    /// Remembers which ports programs in it may use.
    public Kept setApart(Kept kept, List<Integer> ports) {
        var changed =
                new WorktreeLedger.Entry(
                        kept.id(),
                        kept.repository().toString(),
                        Self.name(),
                        kept.base(),
                        true,
                        ports);
        ledger.write(changed);
        return kept(changed);
    }

    /// Refuses one in which something else stands for what git made: git would look into, and write
    /// to, another repository.
    public void check(Kept kept) throws InterruptedException {
        new WorktreeLink(git).check(kept.place(), kept.repository());
    }

    /// Removes one, with everything in it. Whoever asks has seen to it that nothing is lost.
    public void remove(Kept kept) throws InterruptedException {
        check(kept);
        new Submodules(git).check(kept.place());
        for (var entry : ledger.all()) {
            if (entry.id().equals(kept.id())) {
                git.run(
                        kept.repository(),
                        "worktree",
                        "remove",
                        "--force",
                        kept.place().toString());
                ledger.remove(entry);
            }
        }
    }

    /// The repository whose worktree a path is in, also when the worktree is gone.
    public Optional<String> repositoryOf(String path) {
        return repositories.of(path);
    }

    /// The repository a worktree was made of, also when the worktree is gone.
    public Optional<Path> repositoryNamed(String id) {
        return Optional.of(id)
                .filter(it -> it.matches("[A-Za-z0-9-]+"))
                .flatMap(repositories::named)
                .map(Path::of);
    }

    /// Ends the worktrees of Parley processes that are gone. One with changes in it stays: no
    /// person has seen them yet.
    public void cleanUp() throws InterruptedException {
        for (var entry : ledger.all()) {
            if (!entry.kept() && !Self.isAlive(entry.owner())) {
                cleanUp(entry);
            }
        }
    }

    private void cleanUp(WorktreeLedger.Entry entry) throws InterruptedException {
        var place = ledger.place(entry);
        if (!Files.exists(place.resolve(".git"))) {
            clear(entry);
            return;
        }
        new Worktree(git, ledger, entry, place)
                .end(Worktree.Changes.KEEP)
                .kept()
                .ifPresent(kept ->
                        LOG.warn(
                                "A call in {} was cut off; what it had changed is in {}",
                                entry.repository(),
                                kept));
    }

    /// For a worktree that was never whole.
    private void clear(WorktreeLedger.Entry entry) throws InterruptedException {
        var repository = Path.of(entry.repository());
        if (Files.isDirectory(repository)) {
            git.ask(repository, "worktree", "remove", "--force", ledger.place(entry).toString());
            git.ask(repository, "worktree", "prune");
        }
        if (!Files.exists(ledger.place(entry))) {
            ledger.remove(entry);
        }
    }
}
