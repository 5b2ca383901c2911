package dev.parley.workspace.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.LeftOutFile;
import dev.parley.api.UndoPlan;
import dev.parley.base.disk.FileTree;
import dev.parley.base.problem.Problem;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What was done in a worktree comes into the person's tree, and goes out of it again.
class AppliedWorkTest {
    private static final String ID = "some-worktree";

    @TempDir Path directory;
    private WatchedTree tree;
    private AppliedWork applied;
    private Path place;
    private String base;

    @BeforeEach
    void open() throws Exception {
        tree = new WatchedTree(directory).committed();
        applied = new AppliedWork(tree.checkpoints);
        place = directory.toRealPath().resolve("elsewhere");
        tree.git("worktree", "add", "-q", "--detach", place.toString());
        base = tree.git("rev-parse", "HEAD").strip();
        Files.writeString(place.resolve("a.txt"), tree.read("a.txt").replace("two", "TWO"));
        Files.writeString(place.resolve("new.txt"), "n\n");
        Files.delete(place.resolve("src/b.txt"));
    }

    @AfterEach
    void close() {
        tree.close();
    }

    private UndoPlan apply() throws InterruptedException {
        return applied.apply(ID, place, base, tree.root, false);
    }

    private void replace(String old, String now) throws Exception {
        tree.write("a.txt", tree.read("a.txt").replace(old, now));
    }

    @Test
    void goesOutAgainAndWhatThePersonChangedStays() throws Exception {
        replace("eight", "EIGHT");
        tree.write("staged.txt", "s\n");
        tree.git("add", "staged.txt");
        tree.write("src/b.txt", "b\n");
        var before = tree.untouched();
        apply();
        assertTrue(applied.isApplied(ID, tree.root));
        assertEquals("n\n", tree.read("new.txt"));
        assertThat(tree.root.resolve("src/b.txt")).doesNotExist();
        replace("six", "SIX");
        FileTree.delete(place);
        var preview = applied.takeBack(ID, tree.root, true);
        assertThat(tree.root.resolve("new.txt")).as("a preview writes nothing").exists();
        assertEquals(preview, applied.takeBack(ID, tree.root, false));
        assertEquals("one\ntwo\nthree\nfour\nfive\nSIX\nseven\nEIGHT\n", tree.read("a.txt"));
        assertEquals("b\n", tree.read("src/b.txt"));
        assertThat(tree.root.resolve("new.txt")).doesNotExist();
        replace("SIX", "six");
        assertEquals(before, tree.untouched());
        assertThat(applied.isApplied(ID, tree.root)).isFalse();
        assertThrows(Problem.class, () -> applied.takeBack(ID, tree.root, false));
        tree.assertSound();
    }

    @Test
    void eachTimeItWasAppliedIsTakenBackByItself() throws Exception {
        apply();
        Files.writeString(place.resolve("new.txt"), "n\nmore\n");
        apply();
        assertEquals("n\nmore\n", tree.read("new.txt"));
        assertThat(apply().files()).as("there is nothing to do").isEmpty();
        applied.takeBack(ID, tree.root, false);
        assertEquals("n\n", tree.read("new.txt"));
        applied.takeBack(ID, tree.root, false);
        assertThat(tree.root.resolve("new.txt")).doesNotExist();
        apply();
        assertEquals("n\nmore\n", tree.read("new.txt"));
    }

    @Test
    void writesNothingWhereThePersonChangedTheSameLines() throws Exception {
        apply();
        replace("TWO", "zwei");
        var problem = assertThrows(Problem.class, () -> applied.takeBack(ID, tree.root, false));
        assertEquals(Problem.Kind.BUSY, problem.kind());
        assertThat(problem.message()).contains("a.txt");
        assertEquals("n\n", tree.read("new.txt"));
        assertThat(tree.read("a.txt")).contains("zwei");
        var ref = problem.remedy().replaceAll(".* ", "");
        assertThat(tree.git("show", ref + ":a.txt")).contains("two");
    }

    @Test
    void aKillInTheMiddleCanBeTakenBack() throws Exception {
        apply();
        tree.write("src/b.txt", "b\n"); // as if git had not come to this file
        applied.takeBack(ID, tree.root, false);
        assertThat(tree.root.resolve("new.txt")).doesNotExist();
        assertEquals("b\n", tree.read("src/b.txt"));
        assertThat(tree.read("a.txt")).contains("two");
    }

    @Test
    void saysWhatItCannotBring() throws Exception {
        Files.writeString(place.resolve("large.bin"), "x".repeat(1_000_001));
        var plan = apply();
        assertEquals(
                List.of(new LeftOutFile("large.bin", 1_000_001, LeftOutFile.Why.TOO_LARGE)),
                plan.leftOut());
        assertThat(tree.root.resolve("large.bin")).doesNotExist();
    }

    @Test
    void namesOfOthersAreNotRead() throws Exception {
        apply();
        for (var id : List.of("*", "../kept", "", "some-worktree/1")) {
            assertThat(applied.isApplied(id, tree.root)).as(id).isFalse();
        }
    }
}
