package dev.parley.workspace.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Looking at files again: git looks at less than the first time, and must miss nothing.
class ChangedNamesTest {
    @TempDir Path directory;
    private WatchedTree tree;

    @BeforeEach
    void open() throws Exception {
        tree = new WatchedTree(directory).committed();
        tree.write("deep/er/old.txt", "old\n");
        tree.turn(() -> {});
        tree.turn(() -> {});
        assertThat(Files.readString(own("HEAD"))).matches("[0-9a-f]{40}\n");
    }

    @AfterEach
    void close() {
        tree.close();
    }

    private Path own(String name) throws Exception {
        try (var all = Files.list(tree.data.resolve("changes"))) {
            return all.filter(place -> Files.exists(place.resolve("root")))
                    .findFirst()
                    .orElseThrow()
                    .resolve(name);
        }
    }

    @Test
    void missesNothingInDirectoriesItKnows() throws Exception {
        var number =
                tree.turn(() -> {
                    tree.write("deep/er/new one.txt", "n\n");
                    tree.write("deep/est/of/all.txt", "n\n");
                    tree.write("deep/er/old.txt", "OLD\n");
                    tree.shell("ln -s nowhere deep/link; printf x > 'tab\there'; rm src/b.txt");
                });
        assertEquals(
                List.of(
                        "changed deep/er/old.txt",
                        "added deep/er/new one.txt",
                        "added deep/est/of/all.txt",
                        "added deep/link",
                        "added tab\there",
                        "deleted src/b.txt"),
                tree.files(number).stream().sorted(order()).toList());
        var next = tree.turn(() -> Files.delete(tree.root.resolve("deep/er/new one.txt")));
        assertEquals(List.of("deleted deep/er/new one.txt"), tree.files(next));
        tree.assertSound();
    }

    private static Comparator<String> order() {
        return Comparator.comparing((String line) -> line.charAt(0) != 'c')
                .thenComparing(line -> line);
    }

    @Test
    void followsWhatIsIgnoredAndFilesThatBecomeDirectories() throws Exception {
        tree.write("noise/a.log", "1\n");
        var first = tree.turn(() -> tree.write(".gitignore", "*.log\n"));
        assertEquals(List.of("added .gitignore"), tree.files(first));
        var second =
                tree.turn(() -> {
                    tree.write("noise/b.log", "2\n");
                    tree.shell("rm a.txt && mkdir a.txt && echo in > a.txt/in");
                });
        assertEquals(
                List.of("added a.txt/in", "deleted a.txt"),
                tree.files(second).stream().sorted().toList());
        var third = tree.turn(() -> Files.delete(tree.root.resolve(".gitignore")));
        assertThat(tree.files(third)).contains("deleted .gitignore", "added noise/b.log");
        tree.assertSound();
    }

    /// One that appears where it has looked before is somebody's own.
    @Test
    void leavesANewRepositoryInsideOut() throws Exception {
        var number =
                tree.turn(() ->
                        tree.shell(
                                "mkdir -p deep/own && cd deep/own && git init -q && echo x > x.txt"));
        assertThat(tree.files(number)).isEmpty();
        assertThat(tree.changes.turn(tree.session, tree.root, number).leftOut())
                .anyMatch(file -> file.path().equals("deep/own/"));
    }

    /// The checkpoint that git compares with was pruned, and git freed it.
    @Test
    void goesOnWithoutTheCheckpointItComparesWith() throws Exception {
        for (var ref : tree.git("for-each-ref", "--format=%(refname)", "refs/parley").split("\n")) {
            tree.git("update-ref", "-d", ref);
        }
        tree.git("gc", "--quiet", "--prune=now");
        var number = tree.turn(() -> tree.write("a.txt", "1\n"));
        assertEquals(List.of("changed a.txt"), tree.files(number));
        tree.assertSound();
    }

    @Test
    void goesOnWithHalfAHead() throws Exception {
        Files.writeString(own("HEAD"), "");
        var number = tree.turn(() -> tree.write("a.txt", "1\n"));
        assertEquals(List.of("changed a.txt"), tree.files(number));
        assertThat(Files.readString(own("HEAD"))).matches("[0-9a-f]{40}\n");
    }

    /// The tree of an index is remembered: one that somebody else has written is another one.
    @Test
    void anotherParleyWorksWithTheSameIndex() throws Exception {
        var other =
                new Checkpoints(
                        tree.git,
                        tree.data.resolve("changes"),
                        Optional.empty(),
                        CheckpointLimits.USUAL,
                        Clock.systemUTC());
        try (other) {
            tree.write("a.txt", "by hand\n");
            var theirs = other.workbench().look(other.workbench().place(tree.root)).tree();
            var ours =
                    tree.checkpoints
                            .workbench()
                            .look(tree.checkpoints.workbench().place(tree.root))
                            .tree();
            assertEquals(theirs, ours);
            tree.write("a.txt", "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n");
            var back = other.workbench().look(other.workbench().place(tree.root)).tree();
            assertThat(back).isNotEqualTo(ours);
            assertEquals(
                    back,
                    tree.checkpoints
                            .workbench()
                            .look(tree.checkpoints.workbench().place(tree.root))
                            .tree());
        }
    }
}
