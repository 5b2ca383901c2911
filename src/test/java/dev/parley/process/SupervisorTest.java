package dev.parley.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.problem.Problem;
import dev.parley.process.ledger.Orphans;
import dev.parley.process.ledger.ProcessLedger;
import dev.parley.testing.Processes;
import dev.parley.testing.Stub;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/// How children start, and what is said to them and by them.
@ParameterizedClass
@EnumSource(SupervisorCase.Way.class)
class SupervisorTest extends SupervisorCase {
    @Test
    void deliversLinesInOrderAndThenTheExit() throws Exception {
        start("for i in 1 2 3; do echo line $i; done; echo trouble >&2; exit 7").closeInput();
        assertEquals(new Exit(7, "trouble\n", false, false, false), exit());
        assertEquals(List.of("line 1", "line 2", "line 3"), lines);
    }

    @Test
    void givesTheChildExactlyItsEnvironmentAndItsDirectory() throws Exception {
        start("pwd; echo \"$PWD\"; echo \"$MARK\"; echo \"[$USER]\"; echo \"$1\"").closeInput();
        exit();
        var here = directory.toString();
        assertEquals(List.of(here, here, "kept", "[]", "an argument"), lines);
    }

    @Test
    void sendsInputAndItsEnd() throws Exception {
        var process = start("cat; echo done");
        process.send("hello\n");
        process.send("x".repeat(300_000) + "\n");
        process.closeInput();
        exit();
        assertEquals("hello", lines.getFirst());
        assertEquals(300_000, lines.get(1).length());
        assertEquals("done", lines.getLast());
    }

    @Test
    void inputForAProcessThatDoesNotReadBlocksNobody() throws Exception {
        var process = start("echo bye");
        process.send("x".repeat(1_000_000));
        process.closeInput();
        assertEquals(0, exit().code());
    }

    @Test
    void manyMessagesArriveInTheirOrder() throws Exception {
        var process = start("while read line; do echo \"got $line\"; done");
        for (var number = 1; number <= 1000; number++) {
            process.send(number + "\n");
        }
        process.closeInput();
        assertEquals(0, exit().code());
        assertEquals(
                IntStream.rangeClosed(1, 1000).mapToObj(number -> "got " + number).toList(), lines);
    }

    @Test
    void whoeverWaitsToSendToAChildThatDoesNotReadIsFreedByItsEnd() throws Exception {
        var process = start("echo ready; exec sleep 1000");
        Awaitility.await().until(() -> lines.contains("ready"));
        var sent = new CompletableFuture<String>();
        Thread.startVirtualThread(() -> {
            try {
                for (var number = 1; number <= 300; number++) {
                    process.send("x".repeat(100_000));
                }
                sent.complete("all");
            } catch (InterruptedException e) {
                sent.completeExceptionally(e);
            }
        });
        process.stop();
        assertEquals("all", sent.get(60, TimeUnit.SECONDS));
        exit();
    }

    @Test
    void allOfALongOutputArrives() throws Exception {
        start("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); echo \"line $i of many\"; done")
                .closeInput();
        assertEquals(0, exit().code());
        assertEquals(
                IntStream.rangeClosed(1, 20_000).mapToObj(i -> "line " + i + " of many").toList(),
                lines);
    }

    @Test
    void whoeverIsSlowToHearHoldsUpNobodyElse() throws Exception {
        var slow = new CountDownLatch(1);
        var slowLines = new CopyOnWriteArrayList<String>();
        var slowExit = new CompletableFuture<Exit>();
        var yes =
                Stub.script(
                        directory,
                        "yes",
                        "i=0; while [ $i -lt 50000 ]; do i=$((i+1)); echo $i; echo $i >&2; done");
        supervisor
                .start(
                        new Launch(List.of(yes.toString()), directory, Map.of(), 10_000_000),
                        line -> {
                            awaitQuietly(slow);
                            slowLines.add(line);
                        },
                        slowExit::complete)
                .closeInput();
        for (var round = 0; round < 20; round++) {
            var echo = new Launch(List.of("/bin/echo", "hi"), directory, Map.of(), 1000);
            assertEquals("hi", Capture.of(supervisor, echo, Duration.ofSeconds(30)).output());
        }
        assertEquals(List.of(), slowLines);
        slow.countDown();
        assertEquals(0, slowExit.get(60, TimeUnit.SECONDS).code());
        assertEquals(
                IntStream.rangeClosed(1, 50_000).mapToObj(Integer::toString).toList(), slowLines);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void whatIsSaidAfterTheChildEndedIsHeardAsLongAsSomebodyTakesIt() throws Exception {
        var slow = new CountDownLatch(1);
        var file = Stub.script(directory, "stub", "echo first; echo second; echo why >&2; exit 3");
        var process =
                supervisor.start(
                        new Launch(List.of(file.toString()), directory, Map.of(), 1000),
                        line -> {
                            awaitQuietly(slow);
                            lines.add(line);
                        },
                        exit::complete);
        Processes.awaitEnd(process.pid());
        assertFalse(exit.isDone());
        slow.countDown();
        assertEquals(new Exit(3, "why\n", false, false, false), exit());
        assertEquals(List.of("first", "second"), lines);
    }

    @Test
    void aListenerThatFailsOverALineHearsTheNext() throws Exception {
        var file = Stub.script(directory, "stub", "echo bad; echo good");
        supervisor.start(
                new Launch(List.of(file.toString()), directory, Map.of(), 1000),
                line -> {
                    if (line.equals("bad")) {
                        throw new IllegalStateException("bad line");
                    }
                    lines.add(line);
                },
                exit::complete);
        assertEquals(0, exit().code());
        assertEquals(List.of("good"), lines);
    }

    @Test
    void childrenThatHaveEndedLeaveNoFileOpen() throws Exception {
        var echo = new Launch(List.of("/bin/echo", "hi"), directory, Map.of(), 1000);
        Capture.of(supervisor, echo, Duration.ofSeconds(30));
        var before = openPipes();
        for (var round = 0; round < 30; round++) {
            assertEquals("hi", Capture.of(supervisor, echo, Duration.ofSeconds(30)).output());
        }
        Awaitility.await().until(() -> openPipes() <= before);
    }

    /// What the three of a child would be, and what tells of its end.
    private static long openPipes() throws IOException {
        var fds = Path.of("/proc/self/fd");
        Assumptions.assumeTrue(Files.isDirectory(fds));
        var count = 0;
        try (var files = Files.newDirectoryStream(fds)) {
            for (var file : files) {
                try {
                    var target = Files.readSymbolicLink(file).toString();
                    count += target.startsWith("pipe:") || target.contains("pidfd") ? 1 : 0;
                } catch (IOException _) {
                    // closed meanwhile
                }
            }
        }
        return count;
    }

    @Test
    void anIdleChildNeedsNoThread() throws Exception {
        Assumptions.assumeTrue(way == Way.NATIVE);
        var process = start("while read line; do echo \"got $line\"; done");
        process.send("one\n");
        process.send("two\n");
        Awaitility.await().until(() -> lines.contains("got two"));
        var busy = "-" + process.pid();
        Awaitility.await()
                .until(() ->
                        Thread.getAllStackTraces().entrySet().stream()
                                .filter(thread -> thread.getKey().getName().endsWith(busy))
                                .allMatch(thread -> isWaitingForWork(thread.getValue())));
        process.send("three\n");
        process.closeInput();
        assertEquals(0, exit().code());
        assertEquals(List.of("got one", "got two", "got three"), lines);
    }

    /// One that was given back keeps its last name.
    private static boolean isWaitingForWork(StackTraceElement[] stack) {
        return List.of(stack).stream()
                .anyMatch(at ->
                        at.getClassName().endsWith("ThreadPoolExecutor")
                                && at.getMethodName().equals("getTask"));
    }

    @Test
    void aMissingDirectoryIsAClearProblem() {
        var launch = new Launch(List.of("/bin/true"), directory.resolve("nowhere"), Map.of(), 100);
        var problem =
                assertThrows(
                        Problem.class, () -> supervisor.start(launch, lines::add, exit::complete));
        assertEquals(
                "There is no directory " + directory.resolve("nowhere") + ".", problem.message());
    }

    @Test
    void aCommandThatIsNotThereIsAClearProblem() {
        var launch = new Launch(List.of("/bin/no-such-agent"), directory, Map.of(), 100);
        if (way != Way.PORTABLE) {
            var problem =
                    assertThrows(
                            Problem.class,
                            () -> supervisor.start(launch, lines::add, exit::complete));
            assertEquals(
                    "Could not start /bin/no-such-agent: No such file or directory",
                    problem.message());
        }
        var ledger = Orphans.children(directory.resolve("ledgers")).getFirst();
        assertEquals(List.of(), ProcessLedger.groupsIn(ledger));
    }

    @Test
    void aScriptThatNamesNoInterpreterIsRunByTheShell() throws Exception {
        var script = Files.writeString(directory.resolve("plain"), "echo \"$1 $0\"\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        var launch =
                new Launch(
                        List.of(script.toString(), "hello"),
                        directory,
                        Map.of("PATH", "/usr/bin:/bin"),
                        1000);
        assertEquals(
                "hello " + script, Capture.of(supervisor, launch, Duration.ofSeconds(30)).output());
    }

    @Test
    void aChildSeesNoFileOfOursAndSignalsAsIfNobodyHadTouchedThem() throws Exception {
        var open = Files.newInputStream(Files.writeString(directory.resolve("ours"), "x"));
        try (open) {
            start("ls /proc/self/fd; grep SigBlk /proc/self/status").closeInput();
            exit();
        }
        // 3 is the directory that `ls` itself reads.
        assertThat(lines).startsWith("0", "1", "2", "3");
        if (way != Way.PORTABLE) {
            assertEquals("SigBlk:\t0000000000000000", lines.getLast());
            assertEquals(5, lines.size());
        }
    }

    @Test
    void capturesAShortCommandAndGivesUpOnALongOne() throws Exception {
        var echo = new Launch(List.of("/bin/echo", "1.2.3"), directory, Map.of(), 1000);
        assertEquals(
                new Capture("1.2.3", "", 0, false),
                Capture.of(supervisor, echo, Duration.ofSeconds(30)));
        var sleep = new Launch(List.of("/bin/sleep", "1000"), directory, Map.of(), 1000);
        assertTrue(Capture.of(supervisor, sleep, Duration.ofMillis(50)).timedOut());
    }

    /// A start that has begun when the end begins: either it is refused or its child is ended.
    @Test
    void nothingThatStartsWhileItClosesOutlivesIt() throws Exception {
        var file = Stub.script(directory, "sleeper", "sleep 600");
        var launch = new Launch(List.of(file.toString()), directory, Map.of("PATH", "/bin"), 1000);
        for (var round = 0; round < 10; round++) {
            var closing = newSupervisor();
            var pids = new CopyOnWriteArrayList<Long>();
            var firstIsUp = new CountDownLatch(1);
            var starters =
                    IntStream.range(0, 4)
                            .mapToObj(_ ->
                                    Thread.startVirtualThread(() -> {
                                        try {
                                            while (true) {
                                                pids.add(
                                                        closing.start(launch, _ -> {}, _ -> {})
                                                                .pid());
                                                firstIsUp.countDown();
                                            }
                                        } catch (Problem problem) {
                                            assertEquals(Problem.Kind.BUSY, problem.kind());
                                        }
                                    }))
                            .toList();
            firstIsUp.await();
            closing.close();
            for (var starter : starters) {
                starter.join();
            }
            assertThat(pids).isNotEmpty().noneMatch(Processes::isAlive);
        }
    }
}
