package dev.parley.workspace.worktree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.problem.Problem;
import dev.parley.process.Self;
import dev.parley.process.Supervisor;
import dev.parley.testing.Repository;
import dev.parley.workspace.worktree.Worktree.Changes;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

class WorktreesTest {
    private static final String DEAD = "1-1-1";

    @TempDir Path directory;

    private Supervisor supervisor;
    private Repository repository;
    private Worktrees worktrees;
    private Path places;

    @BeforeEach
    void open() throws Exception {
        supervisor = new Supervisor(directory.resolve("ledgers"));
        repository = new Repository(directory.resolve("repo"));
        places = directory.toRealPath().resolve("worktrees");
        var environment = Map.of("PATH", "/usr/bin:/bin", "HOME", directory.toString());
        worktrees = new Worktrees(places, new Git(supervisor, environment));
    }

    @AfterEach
    void close() {
        supervisor.close();
    }

    private List<WorktreeLedger.Entry> ledger() {
        return new WorktreeLedger(places).all();
    }

    private void assertNothingIsLeft() throws Exception {
        assertEquals(List.of(), ledger());
        assertEquals(1, repository.git("worktree", "list").lines().count());
        try (var left = Files.list(places)) {
            assertEquals(List.of(), left.toList());
        }
    }

    /// Git itself fails when it makes two at the same time.
    @Test
    void severalAreMadeAtOnce() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var made =
                    Stream.generate(() -> threads.submit(() -> worktrees.add(repository.path())))
                            .limit(8)
                            .toList();
            for (var one : made) {
                assertTrue(Files.isDirectory(one.get().directory()));
            }
        }
    }

    @Test
    void aRepositoryIsKnownByItsWorktreesAlsoWhenTheyAreGone() throws Exception {
        var below = Files.createDirectories(repository.path().resolve("docs"));
        Files.writeString(below.resolve("a"), "a");
        repository.git("add", "docs");
        repository.git("commit", "-m", "docs");
        var worktree = worktrees.add(below);
        var path = worktree.directory().toString();
        worktree.end(Changes.DISCARD);

        assertEquals(Optional.of(below.toString()), worktrees.repositoryOf(path));
        var next = new Worktrees(places, new Git(supervisor, Map.of()));
        assertEquals(Optional.of(below.toString()), next.repositoryOf(path + "/deeper"));
        assertEquals(Optional.empty(), next.repositoryOf(places + "/0123-4567"));
        assertEquals(Optional.empty(), next.repositoryOf(below.toString()));
    }

    @Test
    void aDirectoryWithoutARepositoryOrACommitIsRefused() throws Exception {
        var empty = Files.createDirectories(directory.resolve("empty"));
        assertThrows(Problem.class, () -> worktrees.add(empty));
        new ProcessBuilder("git", "init", "-q", empty.toString()).start().waitFor();
        var problem = assertThrows(Problem.class, () -> worktrees.add(empty));
        assertThat(problem.message()).startsWith("git rev-parse failed in ");
        assertEquals(List.of(), ledger());
    }

    @Test
    void thePatchHasAllThatChangedAndNothingIsLeft() throws Exception {
        var worktree = worktrees.add(repository.path());
        assertEquals(Self.name(), ledger().getFirst().owner());
        Files.writeString(worktree.directory().resolve("file.txt"), "changed\r\n");
        Files.writeString(worktree.directory().resolve("new.txt"), "new without end");
        Files.write(worktree.directory().resolve("binary"), new byte[] {0, 1, (byte) 0xff});
        var result = worktree.end(Changes.DISCARD);
        assertEquals(Optional.empty(), result.kept());
        assertNothingIsLeft();
        assertEquals("first\n", Files.readString(repository.path().resolve("file.txt")));

        Files.writeString(directory.resolve("patch"), result.patch());
        repository.git("apply", directory.resolve("patch").toString());
        assertEquals("changed\r\n", Files.readString(repository.path().resolve("file.txt")));
        assertEquals("new without end", Files.readString(repository.path().resolve("new.txt")));
        assertThat(Files.readAllBytes(repository.path().resolve("binary")))
                .containsExactly(0, 1, 0xff);
    }

    @Test
    void commitsOfTheAgentAreInThePatchToo() throws Exception {
        var worktree = worktrees.add(repository.path());
        Files.writeString(worktree.directory().resolve("file.txt"), "committed\n");
        Repository.git(worktree.directory(), "commit", "-qam", "mine");
        assertThat(worktree.end(Changes.DISCARD).patch()).contains("+committed");
        assertNothingIsLeft();
    }

    @Test
    void aDirectoryInARepositoryIsTheSameInTheWorktree() throws Exception {
        var below = Files.createDirectories(repository.path().resolve("a/b"));
        Files.writeString(below.resolve("c"), "c");
        repository.git("add", "a");
        repository.git("commit", "-qm", "below");
        var worktree = worktrees.add(below);
        assertTrue(Files.exists(worktree.directory().resolve("c")));
        worktree.end(Changes.DISCARD);
        assertNothingIsLeft();
    }

    @Test
    void changesThatAreToBeKeptStay() throws Exception {
        assertEquals(Optional.empty(), worktrees.add(repository.path()).end(Changes.KEEP).kept());
        assertNothingIsLeft();

        var worktree = worktrees.add(repository.path());
        Files.writeString(worktree.directory().resolve("new.txt"), "new");
        assertEquals(Optional.of(worktree.directory()), worktree.end(Changes.KEEP).kept());
        worktrees.cleanUp();
        assertTrue(Files.exists(worktree.directory().resolve("new.txt")));
        assertTrue(ledger().getFirst().kept());
    }

    @Test
    void anInterruptWaitsUntilItIsGone() throws Exception {
        var worktree = worktrees.add(repository.path());
        Thread.currentThread().interrupt();
        worktree.end(Changes.KEEP);
        assertTrue(Thread.interrupted());
        assertNothingIsLeft();
    }

    @Test
    void theNextStartRemovesWhatADeadParleyLeftUnlessItHoldsWork() throws Exception {
        var clean = worktrees.add(repository.path());
        var dirty = worktrees.add(repository.path());
        var ours = worktrees.add(repository.path());
        Files.writeString(dirty.directory().resolve("new.txt"), "new");
        for (var entry : ledger()) {
            if (!ours.directory().endsWith(entry.id())) {
                orphan(entry);
            }
        }
        worktrees.cleanUp();
        assertFalse(Files.exists(clean.directory()));
        assertTrue(Files.exists(dirty.directory().resolve("new.txt")));
        assertTrue(Files.exists(ours.directory()));
    }

    @Test
    void aWorktreeThatWasNeverMadeIsForgotten() throws Exception {
        orphan(new WorktreeLedger.Entry("x", repository.path().toString(), DEAD, "", false));
        Files.writeString(places.resolve("half.json"), "{\"id\":");
        worktrees.cleanUp();
        assertNothingIsLeft();
    }

    private void orphan(WorktreeLedger.Entry entry) throws IOException {
        new WorktreeLedger(places)
                .write(
                        new WorktreeLedger.Entry(
                                entry.id(), entry.repository(), DEAD, entry.base(), false));
    }

    /// With another `.git` in its place git would run what an agent has written into its settings.
    @Test
    void aForgedRepositoryInItsPlaceIsLeftAlone() throws Exception {
        var marker = directory.toRealPath().resolve("ran");
        var worktree = worktrees.add(repository.path());
        var root = worktree.directory();
        Files.writeString(root.resolve("work.txt"), "work\n");
        Files.delete(root.resolve(".git"));
        Repository.git(root, "init", "-q");
        Repository.git(root, "config", "core.fsmonitor", "touch " + marker);
        var result = worktree.end(Changes.DISCARD);
        assertEquals(Optional.of(root), result.kept());
        assertThat(marker).doesNotExist();
        assertThat(root.resolve("work.txt")).exists();
        assertThrows(Problem.class, () -> worktrees.check(worktrees.kept().getFirst()));
        assertThrows(Problem.class, () -> worktrees.remove(worktrees.kept().getFirst()));
        assertThat(root.resolve("work.txt")).exists();
    }

    @Test
    void aLinkIntoAnotherRepositoryIsLeftAlone() throws Exception {
        var other = new Repository(directory.resolve("other"));
        var worktree = worktrees.add(repository.path());
        var root = worktree.directory();
        Files.writeString(root.resolve(".git"), "gitdir: " + other.path().resolve(".git") + "\n");
        assertEquals(Optional.of(root), worktree.end(Changes.DISCARD).kept());
        assertEquals("", other.git("diff", "--cached", "--name-only"));
    }

    @Test
    void aSubmoduleThatIsCheckedOutIsNotLost() throws Exception {
        var library = new Repository(directory.resolve("library"));
        repository.git(
                "-c",
                "protocol.file.allow=always",
                "submodule",
                "--quiet",
                "add",
                library.path().toString(),
                "lib");
        repository.git("commit", "-qm", "with a library");
        var worktree = worktrees.add(repository.path());
        var root = worktree.directory();
        Repository.git(
                root,
                "-c",
                "protocol.file.allow=always",
                "submodule",
                "--quiet",
                "update",
                "--init");
        Files.writeString(root.resolve("lib/file.txt"), "changed in the library\n");
        assertEquals(Optional.of(root), worktree.end(Changes.DISCARD).kept());
        var kept = worktrees.kept().getFirst();
        assertThat(assertThrows(Problem.class, () -> worktrees.remove(kept)).message())
                .contains("lib");
        Repository.git(root, "submodule", "--quiet", "deinit", "--force", "lib");
        worktrees.remove(kept);
        assertNothingIsLeft();
    }

    @Test
    void aBranchIsMeantBeforeATagOfTheSameName() throws Exception {
        repository.git("tag", "same");
        repository.git("checkout", "-q", "-b", "same");
        Files.writeString(repository.path().resolve("file.txt"), "on the branch\n");
        repository.git("commit", "-qam", "second");
        var worktree = worktrees.add(repository.path(), "same", Optional.empty());
        assertEquals("on the branch\n", Files.readString(worktree.directory().resolve("file.txt")));
    }
}
