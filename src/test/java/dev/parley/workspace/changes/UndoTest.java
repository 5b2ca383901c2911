package dev.parley.workspace.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.FileChange;
import dev.parley.api.LeftOutFile;
import dev.parley.api.SessionId;
import dev.parley.api.UndoPlan;
import dev.parley.api.UndoRequest;
import dev.parley.base.problem.Problem;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class UndoTest {
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

    private static UndoRequest of(int turn, String... files) {
        return new UndoRequest(turn, false, List.of(files), false);
    }

    private void replace(String name, String old, String now) throws Exception {
        tree.write(name, tree.read(name).replace(old, now));
    }

    @Test
    void keepsWhatThePersonChangedLater() throws Exception {
        var number =
                tree.turn(() -> {
                    replace("a.txt", "two", "TWO");
                    tree.write("new.txt", "n\n");
                    Files.delete(tree.root.resolve("src/b.txt"));
                    assertTrue(tree.root.resolve("a.txt").toFile().setExecutable(true));
                });
        replace("a.txt", "seven", "SEVEN");
        var preview = tree.undo.preview(tree.session, tree.root, of(number));
        assertEquals(
                List.of(
                        new UndoPlan.File("a.txt", UndoPlan.Action.MERGED),
                        new UndoPlan.File("new.txt", UndoPlan.Action.DELETED),
                        new UndoPlan.File("src/b.txt", UndoPlan.Action.RESTORED)),
                preview.files());
        assertThat(tree.root.resolve("new.txt")).as("a preview writes nothing").exists();
        var done = tree.undo(number);
        assertEquals(2, done.number());
        assertEquals(preview.files(), done.files());
        assertEquals("one\ntwo\nthree\nfour\nfive\nsix\nSEVEN\neight\n", tree.read("a.txt"));
        assertThat(Files.isExecutable(tree.root.resolve("a.txt"))).isFalse();
        assertThat(tree.root.resolve("new.txt")).doesNotExist();
        assertEquals("b\n", tree.read("src/b.txt"));
        var entry = tree.changes.turn(tree.session, tree.root, 2);
        assertEquals(number, entry.undoOf());
        assertThat(entry.files()).allMatch(file -> file.by() == FileChange.By.PARLEY);
    }

    @Test
    void canBeUndoneItself() throws Exception {
        var number = tree.turn(() -> replace("a.txt", "two", "TWO"));
        var undo = tree.undo(number).number();
        assertThat(tree.read("a.txt")).contains("two");
        tree.undo(undo);
        assertThat(tree.read("a.txt")).contains("TWO");
    }

    @Test
    void takesBackEverythingSinceATurn() throws Exception {
        var first = tree.turn(() -> replace("a.txt", "two", "TWO"));
        tree.write("mine.txt", "of the person\n");
        replace("a.txt", "eight", "EIGHT");
        tree.turn(() -> replace("a.txt", "TWO", "II"));
        tree.turn(() -> tree.write("third.txt", "3\n"));
        var plan =
                tree.undo.undo(
                        tree.session, tree.root, new UndoRequest(first, true, List.of(), false));
        assertThat(plan.conflicts()).isEmpty();
        assertEquals("one\ntwo\nthree\nfour\nfive\nsix\nseven\nEIGHT\n", tree.read("a.txt"));
        assertEquals("of the person\n", tree.read("mine.txt"));
        assertThat(tree.root.resolve("third.txt")).doesNotExist();
    }

    @Test
    void takesBackSingleFilesAndBothNamesOfOneThatMoved() throws Exception {
        var number =
                tree.turn(() -> {
                    replace("a.txt", "two", "TWO");
                    Files.move(tree.root.resolve("src/b.txt"), tree.root.resolve("moved.txt"));
                });
        tree.undo.undo(tree.session, tree.root, of(number, "moved.txt"));
        assertThat(tree.root.resolve("moved.txt")).doesNotExist();
        assertEquals("b\n", tree.read("src/b.txt"));
        assertThat(tree.read("a.txt")).contains("TWO");
    }

    @Test
    void showsConflictsAndWritesNothing() throws Exception {
        var number =
                tree.turn(() -> {
                    replace("a.txt", "two", "TWO");
                    tree.write("src/b.txt", "B\n");
                    tree.write("new.txt", "n\n");
                });
        replace("a.txt", "TWO", "zwei");
        tree.write("new.txt", "n and more\n");
        var preview = tree.undo.preview(tree.session, tree.root, of(number));
        assertEquals(
                List.of("a.txt", "new.txt"),
                preview.conflicts().stream().map(UndoPlan.Conflict::path).toList());
        var problem = assertThrows(Problem.class, () -> tree.undo(number));
        assertEquals(Problem.Kind.BUSY, problem.kind());
        assertThat(problem.message()).contains("a.txt", "new.txt");
        assertEquals("B\n", tree.read("src/b.txt"));
        assertEquals(1, tree.changes.of(tree.session, tree.root).turns().size());
        tree.undo.undo(tree.session, tree.root, new UndoRequest(number, false, List.of(), true));
        assertEquals("b\n", tree.read("src/b.txt"));
        assertThat(tree.read("a.txt")).contains("zwei").doesNotContain("<<<");
        assertEquals("n and more\n", tree.read("new.txt"));
    }

    @Test
    void saysWhatThereIsNot() throws Exception {
        tree.turn(() -> {});
        var problem = assertThrows(Problem.class, () -> tree.undo(7));
        assertEquals(Problem.Kind.NOT_FOUND, problem.kind());
        assertEquals(null, tree.undo(1).number(), "nothing to do is no undo");
        var file =
                assertThrows(
                        Problem.class,
                        () -> tree.undo.undo(tree.session, tree.root, of(1, "../../etc/passwd")));
        assertThat(file.message()).contains("../../etc/passwd");
    }

    @Test
    void twoSessionsInOneTreeAreTakenBackByThemselves() throws Exception {
        var other = SessionId.random();
        tree.turn(() -> replace("a.txt", "two", "TWO"));
        tree.turn(other, () -> replace("a.txt", "eight", "EIGHT"));
        tree.undo(1);
        assertEquals("one\ntwo\nthree\nfour\nfive\nsix\nseven\nEIGHT\n", tree.read("a.txt"));
        tree.undo.undo(other, tree.root, of(1));
        assertEquals("one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n", tree.read("a.txt"));
    }

    /// An older version would come back in its place, or it would go.
    @Test
    void whatWasNotKeptIsNotTakenBack() throws Exception {
        tree.write("a.txt", "of the person\n" + "x".repeat(1_000_001));
        tree.write("mine.bin", "y".repeat(1_000_001));
        tree.shell("mkdir nested && cd nested && git init -q && echo 1 > file");
        var number =
                tree.turn(() -> {
                    Files.delete(tree.root.resolve("a.txt"));
                    tree.write("mine.bin", "short now\n");
                    tree.write("src/b.txt", "agent\n");
                    tree.shell("rm -rf nested/.git");
                });
        assertThat(tree.changes.turn(tree.session, tree.root, number).leftOut())
                .extracting(LeftOutFile::path)
                .containsExactlyInAnyOrder("a.txt", "mine.bin", "nested/");
        var names = List.of("a.txt", "mine.bin", "nested/file");
        assertEquals(
                names,
                tree.undo.preview(tree.session, tree.root, of(number)).conflicts().stream()
                        .map(UndoPlan.Conflict::path)
                        .sorted()
                        .toList());
        assertThrows(Problem.class, () -> tree.undo(number));
        tree.undo.undo(tree.session, tree.root, new UndoRequest(number, false, List.of(), true));
        assertEquals("b\n", tree.read("src/b.txt"));
        assertThat(tree.root.resolve("a.txt")).doesNotExist();
        assertEquals("short now\n", tree.read("mine.bin"));
        assertEquals("1\n", tree.read("nested/file"));
        tree.undo.undo(tree.session, tree.root, of(number, "src/b.txt"));
    }

    @Test
    void anUndoBesideATurnOfAnotherSessionIsSaidInBoth() throws Exception {
        var number = tree.turn(() -> replace("a.txt", "two", "TWO"));
        var other = SessionId.random();
        assertThat(tree.checkpoints.begins(other, "other-turn", tree.root, false)).isEmpty();
        tree.undo(number);
        tree.checkpoints.ended("other-turn");
        assertEquals(List.of(other), tree.changes.newest(tree.session, tree.root).together());
        assertEquals(List.of(tree.session), tree.changes.newest(other, tree.root).together());
    }
}
