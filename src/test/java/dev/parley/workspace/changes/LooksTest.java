package dev.parley.workspace.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.disk.Glance;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// Turns without a look of git, where nothing has changed.
class LooksTest {
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

    /// Waits until what was written is so old that a later change would show.
    private void settled() throws Exception {
        await().until(() -> Glance.of(tree.root, List.of()).orElseThrow().isSettled());
        tree.turn(() -> {}); // whose look is remembered
    }

    /// Its index is gone: whoever asked git would make it anew.
    private Path withoutIndex() throws Exception {
        var index = tree.checkpoints.workbench().place(tree.root).index();
        Files.delete(index);
        return index;
    }

    @Test
    void aTurnThatChangesNothingNeedsNoGit() throws Exception {
        tree.committed();
        settled();
        var index = withoutIndex();
        var number = tree.turn(() -> {});
        assertThat(index).doesNotExist();
        assertThat(tree.files(number)).isEmpty();
        tree.assertSound();
    }

    @Test
    void noChangeIsMissed() throws Exception {
        tree.committed();
        settled();
        assertEquals(
                List.of("changed a.txt"), tree.files(tree.turn(() -> tree.write("a.txt", "A\n"))));
        // Just now, of the same length, and at the same time as far as anybody can tell.
        var time = Files.getLastModifiedTime(tree.root.resolve("a.txt"));
        var again =
                tree.turn(() -> {
                    tree.write("a.txt", "B\n");
                    Files.setLastModifiedTime(tree.root.resolve("a.txt"), time);
                });
        assertEquals(List.of("changed a.txt"), tree.files(again));
        settled();
        var old = FileTime.from(Instant.EPOCH);
        var later =
                tree.turn(() -> {
                    tree.write("src/b.txt", "B\n");
                    Files.setLastModifiedTime(tree.root.resolve("src/b.txt"), old);
                    tree.shell("chmod +x a.txt");
                });
        assertEquals(List.of("mode a.txt", "changed src/b.txt"), tree.files(later));
    }

    @Test
    void whatIsIgnoredNoMoreIsSeen() throws Exception {
        tree.committed();
        Files.writeString(tree.root.resolve(".git/info/exclude"), "secret\n");
        tree.write("secret", "s\n");
        settled();
        var number =
                tree.turn(() -> Files.writeString(tree.root.resolve(".git/info/exclude"), "\n"));
        assertEquals(List.of("added secret"), tree.files(number));
    }

    @Test
    void aCheckpointThatWasRemovedIsNoReasonToTrustWhatWasSeen() throws Exception {
        tree.committed();
        tree.write("a.txt", "only in a checkpoint\n");
        settled();
        tree.shell(
                "git for-each-ref --format='delete %(refname)' refs/parley | git update-ref --stdin"
                        + " && git gc -q --prune=now");
        var number = tree.turn(() -> {});
        assertThat(number).isPositive();
        tree.assertSound();
    }

    @Test
    void commitsAndRefsAreAsGitWritesThem() throws Exception {
        tree.committed();
        tree.turn(() -> tree.write("a.txt", "ä\n"));
        tree.shell("git pack-refs --all && git gc -q --prune=now");
        var number = tree.turn(() -> tree.write("a.txt", "ö\n"));
        assertEquals(2, number);
        assertEquals(List.of("changed a.txt"), tree.files(1));
        assertEquals(List.of("changed a.txt"), tree.files(2));
        tree.assertSound();
        assertThat(tree.git("fsck", "--strict", "--no-dangling")).isEmpty();
        assertThat(tree.git("log", "--all", "--format=%an <%ae>"))
                .contains("Parley <parley@localhost>");
    }

    @Test
    void aRefThatIsThereStaysAsItIs() throws Exception {
        tree.committed();
        var place = tree.checkpoints.workbench().place(tree.root);
        var head = tree.git("rev-parse", "HEAD").strip();
        var ref = "refs/parley/" + UUID.randomUUID() + "/1/before";
        assertThat(LooseFiles.ref(place, ref, head)).isTrue();
        assertThat(LooseFiles.ref(place, ref, head)).isFalse();
        tree.git("pack-refs", "--all");
        assertThat(LooseFiles.ref(place, ref, head)).isFalse();
        assertThat(place.refs().resolve(ref + ".lock")).doesNotExist();
        assertEquals(head, tree.git("rev-parse", ref).strip());
        // Somebody else has its lock.
        var locked = "refs/parley/" + UUID.randomUUID() + "/1/before";
        Files.createDirectories(place.refs().resolve(locked).resolveSibling(""));
        Files.createFile(place.refs().resolve(locked + ".lock"));
        assertThat(LooseFiles.ref(place, locked, head)).isFalse();
        assertThat(place.refs().resolve(locked + ".lock")).exists();
    }

    @Test
    void aLargeDirectoryIsLeftToGit() throws Exception {
        for (var at = 0; at < 401; at++) {
            tree.write("many/" + at, "");
        }
        assertThat(Glance.of(tree.root, List.of())).isEmpty();
    }

    @Test
    void aRepositoryInsideIsLeftToGit() throws Exception {
        tree.shell("mkdir inside && cd inside && git init -q");
        assertThat(Glance.of(tree.root, List.of())).isEmpty();
    }
}
