package dev.parley.process.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.parley.testing.Escape;
import dev.parley.testing.Processes;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Control groups by themselves, without tags.
class CgroupsTest {
    @TempDir Path directory;
    private Path ledger;
    private Cgroups cgroups;

    @BeforeEach
    void open() throws IOException {
        ledger = Files.createDirectory(directory.resolve("999999999-1-" + System.nanoTime()));
        cgroups = new Cgroups(Cgroups::own, ledger);
    }

    /// A child that is in its group before it does anything.
    private Process startIn(long number, String script) throws IOException {
        cgroups.make(number);
        var child =
                new ProcessBuilder("/bin/sh", "-c", "read go; " + script)
                        .directory(directory.toFile())
                        .start();
        cgroups.enter(number, child.pid());
        if (cgroups.childOf(ProcStat.ALL.resolve(Long.toString(child.pid()))).isEmpty()) {
            child.destroyForcibly();
            abort("this system lets us have no control groups");
        }
        try (var input = child.getOutputStream()) {
            input.write('\n');
        }
        return child;
    }

    private long escaped() throws IOException {
        var file = directory.resolve("escaped");
        Awaitility.await().until(() -> Files.exists(file) && !Files.readString(file).isBlank());
        return Long.parseLong(Files.readString(file).strip());
    }

    private Path group() throws IOException {
        return Path.of(Files.readString(ledger.resolve(Cgroups.FILE)).strip());
    }

    @Test
    void whatEscapedIsStillInTheGroupOfItsChild() throws Exception {
        startIn(7, Escape.FROM_EVERYTHING);
        var other = startIn(8, "exec sleep 1000");
        var escaped = escaped();
        assertEquals(
                Optional.of(7L), cgroups.childOf(ProcStat.ALL.resolve(Long.toString(escaped))));
        cgroups.end(7);
        Processes.awaitEnd(escaped);
        assertTrue(other.isAlive());
        cgroups.close();
        other.waitFor();
        assertFalse(Files.exists(group()));
    }

    @Test
    void oneThatForksWithoutEndIsEndedToo() throws Exception {
        startIn(
                1,
                "hop() { echo $1 > hops; sh -c \". ./hop; hop $(($1 + 1))\" & }; "
                        + "echo 'hop() { echo $1 > hops; sh -c \". ./hop; hop $(($1 + 1))\" & }' > hop; hop 1");
        var hops = directory.resolve("hops");
        Awaitility.await().until(() -> Files.exists(hops) && number(hops) > 5);
        cgroups.close();
        assertFalse(Files.exists(group()));
        var last = number(hops);
        Awaitility.await()
                .during(java.time.Duration.ofMillis(300))
                .until(() -> number(hops) == last);
    }

    private static int number(Path file) throws IOException {
        var text = Files.readString(file).strip();
        return text.isEmpty() ? 0 : Integer.parseInt(text);
    }

    @Test
    void theNextParleyEndsWhatADeadOneHadInItsGroups() throws Exception {
        var child = startIn(1, Escape.FROM_EVERYTHING + "exec sleep 1000");
        var escaped = escaped();
        Cgroups.endAllOf(ledger);
        child.waitFor();
        Processes.awaitEnd(escaped);
        assertFalse(Files.exists(group()));
    }

    @Test
    void emptyGroupsOfDeadParleysAreRemovedByTheNext() throws Exception {
        startIn(1, "exit").waitFor();
        var left = group();
        ledger = Files.createDirectory(directory.resolve("999999999-2-" + System.nanoTime()));
        cgroups = new Cgroups(Cgroups::own, ledger);
        cgroups.make(1);
        assertFalse(Files.exists(left));
        assertTrue(Files.exists(group()));
        cgroups.close();
    }

    @Test
    void aLedgerThatNamesAForeignGroupEndsNothing() throws Exception {
        var child = startIn(1, "exec sleep 1000");
        var foreign = Files.createDirectory(directory.resolve("1-2-3"));
        Files.writeString(foreign.resolve(Cgroups.FILE), group() + "\n");
        Cgroups.endAllOf(foreign);
        assertTrue(Files.exists(group()));
        assertTrue(child.isAlive());
        cgroups.close();
        child.waitFor();
    }

    @Test
    void withoutAGroupOfOurOwnNothingIsMade() throws Exception {
        var none = new Cgroups(() -> Optional.of(directory), ledger);
        none.make(1);
        none.enter(1, ProcessHandle.current().pid());
        none.end(1);
        none.close();
        assertFalse(Files.exists(ledger.resolve(Cgroups.FILE)));
    }
}
