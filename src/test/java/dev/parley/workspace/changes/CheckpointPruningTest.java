package dev.parley.workspace.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.PrunedCheckpoints;
import dev.parley.api.Retention;
import dev.parley.api.SessionId;
import dev.parley.base.disk.FileTree;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/// What is old goes, also where the working tree it was made of is gone.
class CheckpointPruningTest {
    private static final Retention A_DAY = new Retention(Duration.ofDays(1), 0);

    @TempDir Path directory;
    private WatchedTree tree;

    @BeforeEach
    void open() throws Exception {
        tree = new WatchedTree(directory).committed();
    }

    @AfterEach
    void close() {
        tree.close();
    }

    private Path worktreeWithATurn() throws Exception {
        var place = directory.toRealPath().resolve("elsewhere");
        tree.git("worktree", "add", "-q", "--detach", place.toString());
        var session = SessionId.random();
        var turn = UUID.randomUUID().toString();
        assertThat(tree.checkpoints.begins(session, turn, place, false)).isEmpty();
        tree.checkpoints.ended(turn);
        tree.checkpoints.settle(session);
        return place;
    }

    private String refs() throws InterruptedException {
        return tree.git("for-each-ref", "--format=%(refname)", "refs/parley");
    }

    @Test
    void refsOfAWorktreeThatIsGoneGoByTheirAge() throws Exception {
        var place = worktreeWithATurn();
        assertThat(refs()).isNotEmpty();
        FileTree.delete(place);
        var pruning = new CheckpointPruning(tree.checkpoints);
        pruning.prune(A_DAY, Instant.now(), false);
        assertThat(refs()).as("they are not old yet").isNotEmpty();
        var later = Instant.now().plus(Duration.ofDays(2));
        assertEquals(
                2,
                pruning.prune(A_DAY, later, true).stream()
                        .mapToInt(PrunedCheckpoints::checkpoints)
                        .sum());
        assertThat(refs()).isNotEmpty();
        pruning.prune(A_DAY, later, false);
        assertEquals("", refs());
        tree.assertSound();
    }

    @Test
    void whatARemovedWorktreeHadIsKeptForAWhile() throws Exception {
        var place = worktreeWithATurn();
        var ref = new WorktreeWork(tree.checkpoints).keep(place, "some-worktree");
        assertEquals("refs/parley/kept/some-worktree", ref);
        var pruning = new CheckpointPruning(tree.checkpoints);
        pruning.prune(A_DAY, Instant.now(), false);
        assertThat(refs()).contains(ref);
        pruning.prune(A_DAY, Instant.now().plus(Duration.ofDays(2)), false);
        assertThat(refs()).doesNotContain(ref);
    }

    @Test
    void whatTakesTooMuchGoesTheOldestFirstButNotWorkOfToday() throws Exception {
        var place = worktreeWithATurn();
        Files.writeString(place.resolve("work.txt"), "w".repeat(1000));
        var work = new WorktreeWork(tree.checkpoints);
        var first = work.keep(place, "first");
        var aByte = new Retention(Duration.ZERO, 1);
        var pruning = new CheckpointPruning(tree.checkpoints);
        pruning.prune(aByte, Instant.now(), false);
        assertThat(refs().strip()).as("turns go, work stays").isEqualTo(first);
        var later = Instant.now().plus(Duration.ofDays(2));
        pruning.prune(new Retention(Duration.ZERO, 1_000_000), later, false);
        assertThat(refs()).as("there is room").contains(first);
        pruning.prune(aByte, later, false);
        assertEquals("", refs());
        tree.assertSound();
    }

    @Test
    void howATreeWasBeforeWorkWasAppliedGoesByItsAge() throws Exception {
        var place = worktreeWithATurn();
        Files.writeString(place.resolve("work.txt"), "w\n");
        var base = tree.git("rev-parse", "HEAD").strip();
        new AppliedWork(tree.checkpoints).apply("one", place, base, tree.root, false);
        assertThat(refs()).contains("refs/parley/applied/one/1/before");
        new CheckpointPruning(tree.checkpoints)
                .prune(A_DAY, Instant.now().plus(Duration.ofDays(2)), false);
        assertEquals("", refs());
    }
}
