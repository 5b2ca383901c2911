package dev.parley.session.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;
import dev.parley.testing.Stub;
import dev.parley.wire.Ending;
import dev.parley.wire.Happening;
import dev.parley.wire.LiveDialect;
import dev.parley.wire.LiveStep;
import dev.parley.wire.Opening;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/// Signals come from many threads; the dialect sees them one after the other, and none is lost.
class ConnectionTest {
    private static final String SPEAKS =
            "echo ready; i=0; while read -r l; do i=$((i + 1)); echo $i; done";

    @TempDir Path directory;

    private final Watched dialect = new Watched();
    private final AtomicInteger ends = new AtomicInteger();
    private final Ear ear = new Ear();
    private final Connection connection = new Connection("stub", dialect, ends::incrementAndGet);
    private Supervisor supervisor;

    /// A dialect that notices when two are in it, and fails where it is told to.
    private static final class Watched implements LiveDialect {
        private final AtomicBoolean isBusy = new AtomicBoolean();
        private volatile boolean wasShared;
        private volatile String failsAt = "";

        private LiveStep step(String at, LiveStep step) {
            if (!isBusy.compareAndSet(false, true)) {
                wasShared = true;
            }
            Thread.yield();
            isBusy.set(false);
            if (at.equals(failsAt)) {
                throw new IllegalStateException("a fault at " + at);
            }
            return step;
        }

        @Override
        public LiveStep open() {
            return step("open", LiveStep.NOTHING);
        }

        @Override
        public LiveStep join(String conversation, Opening opening) {
            return step("join", LiveStep.report(new Happening.Joined(conversation, "n1", null)));
        }

        @Override
        public LiveStep say(String conversation, Action.ForAgent action) {
            return step("say", LiveStep.send("next"));
        }

        @Override
        public LiveStep leave(String conversation) {
            return step("leave", LiveStep.NOTHING);
        }

        @Override
        public LiveStep hear(String line) {
            return step("hear", LiveStep.emit("c1", Event.Failed.warning(line, "line")));
        }

        @Override
        public LiveStep end(Ending ending) {
            return step("end", LiveStep.NOTHING);
        }
    }

    /// Hears what a conversation is told.
    private static final class Ear implements Connection.Listener {
        private final List<String> lines = new CopyOnWriteArrayList<>();
        private final CompletableFuture<ProcessEnd> gone = new CompletableFuture<>();

        @Override
        public void report(String conversation, Happening happening, int size) {
            if (happening instanceof Happening.Said(_, Event.Failed failed)) {
                lines.add(failed.message());
            }
        }

        @Override
        public void ending(String conversation, ProcessEnd how) {}

        @Override
        public void gone(String conversation, ProcessEnd how) {
            gone.complete(how);
        }
    }

    @BeforeEach
    void makeSupervisor() {
        supervisor = new Supervisor(directory.resolve("ledgers"));
    }

    @AfterEach
    void endAll() {
        supervisor.close();
    }

    private void start(String script) {
        var command = List.of(Stub.script(directory, "stub", script).toString());
        var path = Map.of("PATH", "/usr/bin:/bin");
        var launch = new Launch(command, directory, path, Launch.DEFAULT_OUTPUT_LIMIT);
        connection.join("c1", Opening.in(directory), ear);
        connection.start(supervisor, launch);
    }

    @Test
    void signalsOfManyThreadsAreHandledOneAfterTheOther() throws Exception {
        start(SPEAKS);
        var threads =
                IntStream.range(0, 8)
                        .mapToObj(_ -> Thread.startVirtualThread(this::sayFifty))
                        .toList();
        for (var thread : threads) {
            thread.join();
        }
        Awaitility.await().until(() -> ear.lines.size() == 401);
        assertEquals("ready", ear.lines.getFirst());
        var numbers = IntStream.rangeClosed(1, 400).mapToObj(Integer::toString).toList();
        assertEquals(numbers, ear.lines.subList(1, 401));
        assertFalse(dialect.wasShared);
        connection.stop();
        assertThat(ear.gone.get().wasStopped()).isTrue();
    }

    private void sayFifty() {
        for (var number = 0; number < 50; number++) {
            connection.send("c1", new Action.Interrupt());
        }
    }

    @Test
    void aFaultEndsTheProcessAndIsToldWithItsEnd() throws Exception {
        dialect.failsAt = "leave";
        start(SPEAKS);
        Awaitility.await().until(() -> ear.lines.contains("ready"));
        connection.join("c2", Opening.in(directory), new Ear());
        connection.leave("c2");
        assertThat(ear.gone.get().lastWords()).contains("Parley failed");
        Awaitility.await().until(() -> ends.get() == 1);
    }

    @Test
    void aFaultAtTheVeryEndLeavesNobodyWaiting() throws Exception {
        dialect.failsAt = "end";
        start("echo ready; exit 3");
        assertThat(ear.gone.get())
                .isEqualTo(new ProcessEnd(false, false, 3, "Parley failed: see its log.", ""));
        Awaitility.await().until(() -> ends.get() == 1);
    }

    @Test
    void whoJoinsAfterTheEndIsToldAtOnce() throws Exception {
        start("exit 0");
        ear.gone.get();
        var late = new Ear();
        connection.join("c2", Opening.in(directory), late);
        assertEquals(0, late.gone.get().exitCode());
        Awaitility.await().until(() -> ends.get() == 1);
    }
}
