package dev.parley.workspace.changes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.parley.api.SessionId;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/// Which files the tool calls of a turn named.
class RunningTurnTest {
    private final RunningTurn turn =
            new RunningTurn(SessionId.random(), "t", Path.of("/tmp"), false);

    @Test
    void aFileIsNamedAsAWhole() {
        turn.says("{\"path\":\"/x/data.txt\",\"other\":\"src/b.txt\"}");
        assertEquals(
                List.of("data.txt", "src/b.txt", "b.txt"),
                turn.named(List.of("a.txt", "data.txt", "src/b.txt", "b.txt")));
    }

    /// Looked for one by one, this would take minutes.
    @Test
    void longArgumentsAndManyFilesEnd() {
        turn.says("a/".repeat(950_000));
        var files = IntStream.range(0, 50_000).mapToObj(it -> "a/".repeat(100) + it).toList();
        assertTimeoutPreemptively(
                Duration.ofMinutes(1), () -> assertEquals(List.of(), turn.named(files)));
    }
}
