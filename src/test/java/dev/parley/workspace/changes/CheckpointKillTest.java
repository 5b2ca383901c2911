package dev.parley.workspace.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.SessionId;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/// A Parley that is killed while it makes checkpoints leaves the repository sound and nothing of
/// the user's changed, and the next one goes on.
class CheckpointKillTest {
    private static final int KILLS = 6;

    @TempDir Path directory;

    /// The Parley that is killed: one turn after the other, as fast as it can.
    static final class Victim {
        public static void main(String[] arguments) throws Exception {
            var tree = new WatchedTree(Path.of(arguments[0]));
            for (var round = 0; ; round++) {
                tree.write("many/" + round % 50 + ".txt", arguments[1] + round);
                System.out.println("begins");
                var turn = UUID.randomUUID().toString();
                var _ = tree.checkpoints.begins(SessionId.random(), turn, tree.root, false);
                tree.write("a.txt", "the agent in round " + round);
                tree.checkpoints.ended(turn);
            }
        }
    }

    private Process victim(int number) throws IOException {
        return new ProcessBuilder(
                        List.of(
                                ProcessHandle.current().info().command().orElse("java"),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Victim.class.getName(),
                                directory.toString(),
                                number + "-"))
                .redirectError(directory.resolve("errors").toFile())
                .start();
    }

    @Test
    void nothingIsBrokenByKillsInTheMiddle() throws Exception {
        try (var tree = new WatchedTree(directory).committed()) {
            tree.write("staged.txt", "staged\n");
            tree.git("add", "staged.txt");
            tree.write("src/b.txt", "not staged\n");
            var index = Files.readAllBytes(tree.root.resolve(".git/index"));
            var head = tree.git("rev-parse", "HEAD");
            for (var kill = 0; kill < KILLS; kill++) {
                killed(kill);
                assertThat(Files.readAllBytes(tree.root.resolve(".git/index"))).isEqualTo(index);
                assertEquals(head, tree.git("rev-parse", "HEAD"));
                assertEquals("not staged\n", tree.read("src/b.txt"));
                tree.assertSound();
            }
            tree.begin();
            var number = tree.turn(() -> tree.write("after.txt", "1\n"));
            assertEquals(List.of("added after.txt"), tree.files(number));
            tree.undo(number);
            tree.assertSound();
        }
    }

    /// In another round each time, so that it is hit in other places.
    private void killed(int kill) throws Exception {
        var victim = victim(kill);
        try (var said =
                new BufferedReader(
                        new InputStreamReader(victim.getInputStream(), StandardCharsets.UTF_8))) {
            for (var round = 0; round <= kill; round++) {
                assertEquals("begins", said.readLine(), () -> errors());
            }
            // However long this takes, it is in the middle of something.
            victim.destroyForcibly();
            victim.waitFor();
        }
    }

    private String errors() {
        try {
            return Files.readString(directory.resolve("errors"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
