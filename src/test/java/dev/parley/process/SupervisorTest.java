package dev.parley.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.problem.Problem;
import dev.parley.testing.Processes;
import dev.parley.testing.Stub;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.opentest4j.TestAbortedException;

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

/// Both ways to start children keep the same promises.
@ParameterizedClass
@EnumSource
class SupervisorTest {
    /// How children are started.
    enum Way {
        NATIVE,
        NATIVE_WITHOUT_PIDFDS,
        PORTABLE;

        Spawner spawner(Guardian guardian) {
            return switch (this) {
                case NATIVE -> NativeSpawner.find().orElseThrow(Way::notHere);
                case NATIVE_WITHOUT_PIDFDS ->
                        NativeSpawner.findWithoutPidfds().orElseThrow(Way::notHere);
                case PORTABLE -> new PortableSpawner(guardian);
            };
        }

        private static TestAbortedException notHere() {
            return new TestAbortedException("this system has no native way to start children");
        }
    }

    @Parameter Way way;
    @TempDir Path directory;

    private Supervisor supervisor;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Exit> exit = new CompletableFuture<>();

    @BeforeEach
    void open() {
        supervisor = newSupervisor();
    }

    private Supervisor newSupervisor() {
        return new Supervisor(directory.resolve("ledgers"), way::spawner);
    }

    @AfterEach
    void close() {
        supervisor.close();
    }

    private AgentProcess start(String script, long limit) {
        var file = Stub.script(directory, "stub", script);
        var environment = Map.of("PATH", "/usr/bin:/bin", "MARK", "kept");
        return supervisor.start(
                new Launch(List.of(file.toString(), "an argument"), directory, environment, limit),
                lines::add,
                exit::complete);
    }

    private AgentProcess start(String script) {
        return start(script, Launch.DEFAULT_OUTPUT_LIMIT);
    }

    private Exit exit() throws Exception {
        return exit.get(60, TimeUnit.SECONDS);
    }

    private long pidIn(String file) {
        var path = directory.resolve(file);
        Awaitility.await().until(() -> Files.exists(path) && !Files.readString(path).isBlank());
        try {
            return Long.parseLong(Files.readString(path).strip());
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void deliversLinesInOrderAndThenTheExit() throws Exception {
        start("for i in 1 2 3; do echo line $i; done; echo trouble >&2; exit 7").closeInput();
        assertEquals(new Exit(7, "trouble\n", false, false), exit());
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
        assertEquals(new Exit(3, "why\n", false, false), exit());
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
    void aMissingDirectoryIsAClearProblem() {
        var launch = new Launch(List.of("/bin/true"), directory.resolve("nowhere"), Map.of(), 100);
        var problem =
                assertThrows(
                        Problem.class, () -> supervisor.start(launch, lines::add, exit::complete));
        assertEquals(
                "There is no directory " + directory.resolve("nowhere") + ".", problem.message());
    }

    @Test
    void whatADeadParleyLeftIsEndedAtTheNextStart() throws Exception {
        var owner = "999999999-1-1";
        var left = new ProcessBuilder("/bin/sleep", "1000");
        left.environment().put(Orphans.TAG, owner + ".1");
        var orphan = left.start();
        Files.createDirectories(directory.resolve("ledgers/" + owner));
        Files.writeString(
                directory.resolve("ledgers/" + owner + "/children"),
                "group 1 " + orphan.pid() + " sleep\n");
        newSupervisor().close();
        assertTrue(orphan.waitFor(Duration.ofSeconds(30)));
        assertFalse(Files.exists(directory.resolve("ledgers/" + owner)));
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
}
