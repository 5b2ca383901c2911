package dev.parley.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.process.ledger.ChildTag;
import dev.parley.process.ledger.Orphans;
import dev.parley.process.ledger.ProcessLedger;
import dev.parley.testing.Escape;
import dev.parley.testing.Processes;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// How children end, and that nothing is left of them.
@ParameterizedClass
@EnumSource(SupervisorCase.Way.class)
class SupervisorEndTest extends SupervisorCase {
    @Test
    void stoppingEndsAWholeTreeThatIgnoresPoliteness() throws Exception {
        var process =
                start(
                        "trap '' TERM; (trap '' TERM; echo $$ >/dev/null; sleep 1000) & echo $! > child; while :; do sleep 1; done");
        var child = pidIn("child");
        process.stop();
        exit();
        Processes.awaitEnd(child);
        assertFalse(Processes.isAlive(process.pid()));
    }

    @Test
    void aProcessThatEndsByItselfTakesItsChildrenAlong() throws Exception {
        start("sleep 1000 >/dev/null 2>&1 & echo $! > child; echo answer").closeInput();
        assertEquals(0, exit().code());
        assertEquals(List.of("answer"), lines);
        Processes.awaitEnd(pidIn("child"));
    }

    @Test
    void aChildThatHoldsTheOutputOpenDoesNotKeepTheExitBack() throws Exception {
        start("sleep 1000 & echo $! > child; echo answer").closeInput();
        assertEquals(0, exit().code());
        Processes.awaitEnd(pidIn("child"));
    }

    @Test
    void descendantsThatLeftTheGroupAreFoundByTheirTag() throws Exception {
        start(
                        "setsid sh -c 'echo $$ > child; exec sleep 1000' >/dev/null 2>&1 & while [ ! -s child ]; do sleep 0.05; done")
                .closeInput();
        exit();
        Processes.awaitEnd(pidIn("child"));
    }

    @Test
    void aDescendantThatLeavesItsGroupSessionAndEnvironmentGoesWithItsProcess() throws Exception {
        start(Escape.FROM_EVERYTHING + "while [ ! -s escaped ]; do sleep 0.05; done").closeInput();
        exit();
        Processes.awaitEnd(pidIn("escaped"));
    }

    @Test
    void oneThatEscapedFromAnotherProcessStays() throws Exception {
        var process = start(Escape.FROM_EVERYTHING + "read line");
        var escaped = pidIn("escaped");
        var echo = new Launch(List.of("/bin/echo", "hi"), directory, Map.of(), 1000);
        assertEquals("hi", Capture.of(supervisor, echo, Duration.ofSeconds(30)).output());
        supervisor.sweep();
        assertTrue(Processes.isAlive(escaped));
        process.stop();
        Processes.awaitEnd(escaped);
    }

    @Test
    void closingEndsWhatEscaped() {
        start(Escape.FROM_EVERYTHING + "while :; do sleep 1; done");
        var escaped = pidIn("escaped");
        supervisor.close();
        assertFalse(Processes.isAlive(escaped));
    }

    @Test
    void aProcessThatClosesItsOutputAndLivesOnIsEnded() throws Exception {
        var process =
                start("echo answer; exec >/dev/null 2>&1; trap '' TERM; while :; do sleep 1; done");
        process.closeInput();
        assertTrue(exit().lingered());
        assertEquals(List.of("answer"), lines);
        assertFalse(Processes.isAlive(process.pid()));
    }

    @Test
    void tooMuchOutputEndsTheProcessAndKeepsTheBeginning() throws Exception {
        start("trap '' TERM; echo first; while :; do echo 0123456789; done", 1000).closeInput();
        assertTrue(exit().hitOutputLimit());
        assertEquals("first", lines.getFirst());
        assertThat(String.join("\n", lines).length()).isLessThanOrEqualTo(1000);
    }

    @Test
    void theLedgerKnowsAChildFromBeforeItStartsUntilItIsGone() throws Exception {
        var process = start("read line");
        var ledger = Orphans.children(directory.resolve("ledgers")).getFirst();
        assertThat(Files.readAllLines(ledger.resolve(ProcessLedger.FILE)))
                .satisfiesExactly(
                        entered -> assertThat(entered).startsWith("enter 1 "),
                        started -> assertThat(started).startsWith("group 1 " + process.pid()));
        assertEquals(List.of(process.pid()), ProcessLedger.groupsIn(ledger));
        process.closeInput();
        exit();
        assertEquals(List.of(), ProcessLedger.groupsIn(ledger));
    }

    @Test
    void anInterruptWhileItStartsLosesNoChild() throws Exception {
        Thread.currentThread().interrupt();
        var process = start("read line");
        assertTrue(Thread.interrupted());
        process.closeInput();
        assertEquals(1, exit().code());
    }

    @Test
    void closingEndsEverythingAndLeavesNoLedger() throws Exception {
        var process = start("trap '' TERM; while :; do sleep 1; done");
        supervisor.close();
        assertFalse(Processes.isAlive(process.pid()));
        assertEquals(List.of(), Orphans.children(directory.resolve("ledgers")));
        exit();
    }

    @Test
    void anotherSupervisorOfTheSameProcessTouchesNoneOfIt() throws Exception {
        var process = start("echo ready; read line; echo done");
        Awaitility.await().until(() -> lines.contains("ready"));
        try (var other = newSupervisor()) {
            var echo = new Launch(List.of("/bin/echo", "hi"), directory, Map.of(), 1000);
            assertEquals("hi", Capture.of(other, echo, Duration.ofSeconds(30)).output());
        }
        assertTrue(Processes.isAlive(process.pid()));
        process.closeInput();
        assertEquals(0, exit().code());
        assertEquals("done", lines.getLast());
    }

    @Test
    void whatADeadParleyLeftIsEndedAtTheNextStart() throws Exception {
        var owner = "999999999-1-1";
        var left = new ProcessBuilder("/bin/sleep", "1000");
        left.environment().put(ChildTag.VARIABLE, owner + ".1");
        var orphan = left.start();
        Files.createDirectories(directory.resolve("ledgers/" + owner));
        Files.writeString(
                directory.resolve("ledgers/" + owner + "/children"),
                "group 1 " + orphan.pid() + " sleep\n");
        newSupervisor().close();
        assertTrue(orphan.waitFor(Duration.ofSeconds(30)));
        assertFalse(Files.exists(directory.resolve("ledgers/" + owner)));
    }
}
