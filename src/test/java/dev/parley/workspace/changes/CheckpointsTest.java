package dev.parley.workspace.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.FileChange;
import dev.parley.api.LeftOutFile;
import dev.parley.api.SessionId;
import dev.parley.api.UndoRequest;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Checkpoints in repositories of every kind, with real git.
class CheckpointsTest {
    @TempDir Path directory;
    private WatchedTree tree;

    @BeforeEach
    void open() throws Exception {
        tree = new WatchedTree(directory);
    }

    @AfterEach
    void close() {
        tree.close();
    }

    /// A turn that does all that can be done to files.
    private void changeEverything() throws Exception {
        tree.write("a.txt", tree.read("a.txt").replace("two", "TWO"));
        tree.write("new/c.txt", "c\n");
        Files.delete(tree.root.resolve("src/b.txt"));
    }

    @Test
    void tellsWhatATurnChanged() throws Exception {
        tree.committed();
        tree.write("moved.txt", "a long enough text\nthat is found again\n");
        tree.write("run.sh", "#!/bin/sh\n");
        var was = tree.untouched();
        var number =
                tree.turn(() -> {
                    changeEverything();
                    tree.shell("mv moved.txt elsewhere.txt && chmod +x run.sh");
                });
        assertEquals(1, number);
        assertEquals(
                List.of(
                        "changed a.txt",
                        "renamed elsewhere.txt",
                        "added new/c.txt",
                        "mode run.sh",
                        "deleted src/b.txt"),
                tree.files(1));
        var file = tree.changes.turn(tree.session, tree.root, 1).files().getFirst();
        assertEquals(1, file.added());
        assertEquals(1, file.removed());
        assertThat(
                        new String(
                                tree.changes.patch(tree.session, tree.root, 1, List.of("a.txt")),
                                StandardCharsets.UTF_8))
                .contains("-two\n+TWO\n")
                .doesNotContain("c.txt");
        assertEquals(List.of("moved.txt", "run.sh"), untracked(was.status()));
        tree.assertSound();
    }

    private static List<String> untracked(String status) {
        return status.lines()
                .filter(line -> line.startsWith("? "))
                .map(line -> line.substring(2))
                .toList();
    }

    @Test
    void leavesIndexHeadStashAndStatusAsTheyAre() throws Exception {
        tree.committed();
        tree.write("a.txt", "stashed\n");
        tree.git("stash", "-q");
        tree.write("a.txt", "staged\n");
        tree.git("add", "a.txt");
        tree.write("a.txt", "staged\nand not\n");
        tree.write("untracked.txt", "u\n");
        tree.write(".gitignore", "ignored*\n");
        tree.write("ignored.txt", "secret\n");
        tree.git("status");
        var before = tree.untouched();
        tree.turn(() -> {});
        assertEquals(before, tree.untouched());
        var number =
                tree.turn(() -> {
                    tree.write("untracked.txt", "agent\n");
                    tree.write("ignored.txt", "changed\n");
                });
        assertEquals(before, tree.untouched());
        assertEquals(List.of("changed untracked.txt"), tree.files(number));
        tree.undo(number);
        assertEquals(before, tree.untouched());
        assertEquals("u\n", tree.read("untracked.txt"));
        assertEquals("changed\n", tree.read("ignored.txt"), "what is ignored is nobody's business");
        tree.assertSound();
    }

    @Test
    void runsNoProgramOfTheRepository() throws Exception {
        tree.committed();
        var trap = tree.root.resolveSibling("trap");
        Files.writeString(trap, "#!/bin/sh\ntouch \"$0.sprung\"\ncat\n");
        assertTrue(trap.toFile().setExecutable(true));
        for (var hook : List.of("reference-transaction", "post-index-change", "post-checkout")) {
            Files.copy(trap, tree.root.resolve(".git/hooks/" + hook));
        }
        tree.git("config", "core.fsmonitor", trap.toString());
        tree.git("config", "filter.evil.clean", trap.toString());
        tree.git("config", "filter.evil.smudge", trap.toString());
        tree.git("config", "diff.evil.command", trap.toString());
        tree.git("config", "diff.evil.textconv", trap.toString());
        tree.git("config", "merge.evil.driver", trap.toString());
        tree.write(".gitattributes", "*.txt filter=evil diff=evil merge=evil\n");
        var number = tree.turn(this::changeEverything);
        tree.changes.patch(tree.session, tree.root, number, List.of());
        tree.write("a.txt", tree.read("a.txt").replace("seven", "SEVEN"));
        tree.undo(number);
        assertThat(tree.read("a.txt")).contains("two", "SEVEN");
        assertThat(trap.resolveSibling("trap.sprung")).doesNotExist();
        try (var left = Files.list(tree.root.resolve(".git/hooks"))) {
            assertThat(left.filter(file -> file.toString().endsWith(".sprung"))).isEmpty();
        }
    }

    @Test
    void worksDuringAMerge() throws Exception {
        tree.committed();
        tree.git("checkout", "-q", "-b", "other");
        tree.write("a.txt", "other\n");
        tree.git("commit", "-q", "-am", "other");
        tree.git("checkout", "-q", "main");
        tree.write("a.txt", "mine\n");
        tree.git("commit", "-q", "-am", "mine");
        assertEquals(1, tree.git.ask(tree.root, "merge", "other").exitCode());
        var before = tree.untouched();
        var conflict = tree.read("a.txt");
        var number = tree.turn(() -> tree.write("a.txt", "resolved\n"));
        assertEquals(List.of("changed a.txt"), tree.files(number));
        tree.undo(number);
        assertEquals(conflict, tree.read("a.txt"));
        assertEquals(before, tree.untouched());
        tree.assertSound();
    }

    @Test
    void worksOnADetachedHeadAndInAnEmptyRepository() throws Exception {
        tree.git("init", "-q");
        tree.write("first.txt", "1\n");
        var empty = tree.untouched();
        var one = tree.turn(() -> tree.write("second.txt", "2\n"));
        assertEquals(List.of("added second.txt"), tree.files(one));
        assertEquals(empty.index(), tree.untouched().index());
        tree.git("add", ".");
        tree.git("commit", "-q", "-m", "x");
        tree.git("checkout", "-q", "--detach");
        var before = tree.untouched();
        var two = tree.turn(() -> tree.write("second.txt", "3\n"));
        assertEquals(List.of("changed second.txt"), tree.files(two));
        tree.undo(two);
        assertEquals(before, tree.untouched());
        assertEquals("2\n", tree.read("second.txt"));
    }

    @Test
    void keepsSubmodulesAndLeavesOtherRepositoriesOut() throws Exception {
        tree.committed();
        var other = tree.root.resolveSibling("other");
        Files.createDirectories(other);
        tree.git.run(other, "init", "-q");
        Files.writeString(other.resolve("x.txt"), "x\n");
        tree.git.run(other, "add", ".");
        tree.git.run(other, "commit", "-q", "-m", "x");
        tree.git("submodule", "--quiet", "add", other.toString(), "sub");
        tree.git("commit", "-q", "-m", "with sub");
        tree.shell("mkdir nested && cd nested && git init -q && echo 1 > file");
        var before = tree.untouched();
        var number =
                tree.turn(() -> {
                    Files.writeString(tree.root.resolve("sub/x.txt"), "changed\n");
                    tree.write("a.txt", "agent\n");
                });
        assertEquals(List.of("changed a.txt"), tree.files(number));
        assertEquals(
                List.of(new LeftOutFile("nested/", 0, LeftOutFile.Why.REPOSITORY)),
                tree.changes.turn(tree.session, tree.root, number).leftOut());
        tree.undo(number);
        assertEquals("changed\n", tree.read("sub/x.txt"), "its files are its own");
        assertThat(tree.root.resolve("nested/file")).exists();
        assertEquals(before.index(), tree.untouched().index());
        tree.assertSound();
    }

    @Test
    void worksInASparseCheckout() throws Exception {
        tree.committed();
        tree.git("sparse-checkout", "set", "--no-cone", "/a.txt");
        assertThat(tree.root.resolve("src")).doesNotExist();
        var before = tree.untouched();
        var number = tree.turn(() -> tree.write("a.txt", "agent\n"));
        assertEquals(List.of("changed a.txt"), tree.files(number));
        tree.undo(number);
        assertEquals(before, tree.untouched());
        assertThat(tree.root.resolve("src")).doesNotExist();
        tree.git("sparse-checkout", "set", "--cone", "--sparse-index", "new");
        var two = tree.turn(() -> tree.write("new/c.txt", "agent\n"));
        assertEquals(List.of("added new/c.txt"), tree.files(two));
    }

    @Test
    void takesBytesAsTheyAre() throws Exception {
        tree.committed();
        tree.write(
                ".gitattributes",
                "*.txt text eol=crlf\n*.id ident\n*.u16 working-tree-encoding=UTF-16LE text\n");
        tree.write("crlf.txt", "one\r\ntwo\nmixed\r\n");
        tree.write("x.id", "$Id$\n");
        Files.write(tree.root.resolve("y.u16"), "hello\n".getBytes(StandardCharsets.UTF_16LE));
        tree.git("add", ".");
        tree.git("commit", "-q", "-m", "converted");
        var number =
                tree.turn(() -> {
                    tree.write("crlf.txt", "changed\r\n");
                    tree.write("x.id", "other\n");
                    Files.write(tree.root.resolve("y.u16"), new byte[] {1, 2, 3});
                });
        assertEquals(
                List.of("changed crlf.txt", "changed x.id", "changed y.u16"), tree.files(number));
        tree.undo(number);
        assertEquals("one\r\ntwo\nmixed\r\n", tree.read("crlf.txt"));
        assertEquals("$Id$\n", tree.read("x.id"));
        assertEquals(
                "hello\n", Files.readString(tree.root.resolve("y.u16"), StandardCharsets.UTF_16LE));
    }

    @Test
    void knowsNamesOfEveryKind() throws Exception {
        tree.committed();
        tree.shell(
                "printf 1 > \"$(printf 'line\\nend')\"; printf 1 > \"$(printf 'no\\377utf8')\";"
                        + " printf 1 > 'quo\"te'; printf 1 > '\"begin'; printf 1 > 'tab\tname';"
                        + " printf 1 > ' blank '; printf 1 > \"$(printf 'n\\303\\257')\"; printf 1 > '-dash'; printf 1 > ':(top)x'");
        var number =
                tree.turn(() ->
                        tree.shell(
                                "printf 2 > \"$(printf 'line\\nend')\"; printf 2 > \"$(printf 'no\\377utf8')\";"
                                        + " printf 2 > 'quo\"te'; printf 2 > '\"begin'; rm 'tab\tname';"
                                        + " printf 2 > ' blank '; printf 2 > \"$(printf 'n\\303\\257')\"; printf 2 > '-dash';"
                                        + " printf 2 > ':(top)x'"));
        assertThat(tree.files(number))
                .containsExactlyInAnyOrder(
                        "changed line\nend",
                        "changed \"no\\377utf8\"",
                        "changed quo\"te",
                        "changed \"\\\"begin\"",
                        "deleted tab\tname",
                        "changed  blank ",
                        "changed n\u00ef",
                        "changed -dash",
                        "changed :(top)x");
        tree.undo.undo(
                tree.session,
                tree.root,
                new UndoRequest(number, false, List.of("\"no\\377utf8\"", "\"\\\"begin\""), false));
        tree.shell(
                "test \"$(cat \"$(printf 'no\\377utf8')\")\" = 1 && test \"$(cat '\"begin')\" = 1"
                        + " && test \"$(cat -- -dash)\" = 2");
        tree.undo(number);
        tree.shell(
                "for f in *; do case $f in a.txt|src) ;; *) test \"$(cat -- \"$f\")\" = 1 || exit 1;; esac; done");
        tree.assertSound();
    }

    @Test
    void followsNoLink() throws Exception {
        tree.committed();
        var outside = Files.createDirectories(tree.root.resolveSibling("outside"));
        Files.writeString(outside.resolve("b.txt"), "precious\n");
        Files.createSymbolicLink(tree.root.resolve("dangling"), Path.of("/nowhere/at/all"));
        var number =
                tree.turn(() ->
                        tree.shell(
                                "rm -r src && ln -s ../outside src && rm dangling && ln -s a.txt dangling"));
        assertEquals(
                List.of("changed dangling", "added src", "deleted src/b.txt"), tree.files(number));
        tree.undo(number);
        assertEquals("precious\n", Files.readString(outside.resolve("b.txt")));
        assertThat(Files.isSymbolicLink(tree.root.resolve("src"))).isFalse();
        assertEquals("b\n", tree.read("src/b.txt"));
        assertEquals(
                Path.of("/nowhere/at/all"), Files.readSymbolicLink(tree.root.resolve("dangling")));
    }

    @Test
    void listsLargeFilesAndLeavesThemOut() throws Exception {
        tree.committed();
        var number =
                tree.turn(() -> {
                    try (var file =
                            new RandomAccessFile(tree.root.resolve("huge").toFile(), "rw")) {
                        file.setLength(2L * 1024 * 1024 * 1024);
                    }
                    tree.write("a.txt", "x".repeat(1_000_001));
                });
        assertEquals(List.of(), tree.files(number));
        assertThat(tree.changes.turn(tree.session, tree.root, number).leftOut())
                .containsExactlyInAnyOrder(
                        new LeftOutFile("huge", 2L * 1024 * 1024 * 1024, LeftOutFile.Why.TOO_LARGE),
                        new LeftOutFile("a.txt", 1_000_001, LeftOutFile.Why.TOO_LARGE));
        tree.undo(number);
        assertThat(tree.root.resolve("huge")).exists();
    }

    @Test
    void tellsApartWhoChangedWhat() throws Exception {
        tree.committed();
        tree.turn(() -> {});
        tree.write("person.txt", "p\n");
        var other = SessionId.random();
        assertThat(tree.checkpoints.begins(other, "other-turn", tree.root, false)).isEmpty();
        var number =
                tree.turn(() -> {
                    tree.checkpoints.says(tree.session, "{\"file_path\":\"/x/a.txt\"}");
                    tree.write("a.txt", "agent\n");
                    tree.write("data.txt", "by a command\n");
                });
        tree.checkpoints.ended("other-turn");
        var turn = tree.changes.turn(tree.session, tree.root, number);
        assertEquals(
                List.of(FileChange.By.AGENT, FileChange.By.UNKNOWN),
                turn.files().stream().map(FileChange::by).toList());
        assertEquals(
                List.of("person.txt"), turn.meanwhile().stream().map(FileChange::path).toList());
        assertEquals(List.of(other), turn.together());
        var all = tree.changes.of(tree.session, tree.root);
        assertEquals(
                List.of("a.txt", "data.txt"), all.files().stream().map(FileChange::path).toList());
        assertEquals(
                List.of("person.txt"), all.meanwhile().stream().map(FileChange::path).toList());
    }

    @Test
    void worksOutsideARepositoryWithinLimits() throws Exception {
        tree.write("a.txt", "1\n");
        var number = tree.turn(() -> tree.write("a.txt", "2\n"));
        assertEquals(List.of("changed a.txt"), tree.files(number));
        assertThat(tree.root.resolve(".git")).doesNotExist();
        tree.undo(number);
        assertEquals("1\n", tree.read("a.txt"));
        for (var file = 0; file < 600; file++) {
            tree.write("many/" + file, "x");
        }
        assertThat(tree.checkpoints.begins(tree.session, "late", tree.root, false))
                .hasValueSatisfying(words -> assertThat(words).contains("too large", "git init"));
    }

    @Test
    void goesOnAfterItWasKilledInTheMiddle() throws Exception {
        tree.committed();
        tree.turn(() -> tree.write("a.txt", "1\n"));
        // What a kill can leave: locks, half an index, half an object.
        Path own;
        try (var places = Files.list(tree.data.resolve("changes"))) {
            own = places.findFirst().orElseThrow();
        }
        Files.writeString(own.resolve("index.lock"), "half");
        Files.write(own.resolve("index"), new byte[] {'D', 'I', 'R', 'C', 0, 0});
        Files.writeString(tree.root.resolve(".git/objects/tmp_obj_half"), "x");
        tree.begin();
        var number = tree.turn(() -> tree.write("a.txt", "2\n"));
        assertEquals(List.of("changed a.txt"), tree.files(number));
        assertEquals(2, number);
        tree.assertSound();
    }
}
