package dev.parley.workspace.worktree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

class WorktreeLedgerTest {
    @TempDir Path directory;

    private static WorktreeLedger.Entry entry(int port) {
        return new WorktreeLedger.Entry("w1", "/repository", "1-1-1", "abc", true, List.of(port));
    }

    /// Half an entry counts for none and is deleted: the worktree would be forgotten with the work
    /// in it.
    @Test
    void anEntryThatChangesIsNeverSeenByHalf() throws Exception {
        var ledger = new WorktreeLedger(directory);
        ledger.write(entry(1));
        var file = directory.resolve("w1.json");
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var writing =
                    threads.submit(
                            () -> IntStream.range(0, 300).forEach(at -> ledger.write(entry(at))));
            while (!writing.isDone()) {
                assertTrue(Json.parseObject(Files.readString(file)).isPresent());
            }
            writing.get();
        }
        assertEquals(List.of(entry(299)), ledger.all());
        try (var files = Files.list(directory)) {
            assertEquals(1, files.count());
        }
    }

    @Test
    void anEntryWithOddValuesHidesNoOther() throws Exception {
        var ledger = new WorktreeLedger(directory);
        ledger.write(entry(1));
        Files.writeString(directory.resolve("w2.json"), "{\"id\":\"w2\",\"ports\":{\"a\":1}}");
        Files.writeString(directory.resolve("w3.json"), "{}");
        assertEquals(List.of(entry(1)), ledger.all());
    }
}
