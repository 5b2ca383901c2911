package dev.parley.process;

import dev.parley.process.ledger.Guardian;
import dev.parley.process.ledger.PortableSpawner;
import dev.parley.process.posix.NativeSpawner;
import dev.parley.process.posix.Spawner;
import dev.parley.testing.Stub;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.opentest4j.TestAbortedException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/// A supervisor and its children, for each way to start them: all keep the same promises.
abstract class SupervisorCase {
    /// How children are started.
    enum Way {
        NATIVE,
        /// And without control groups.
        NATIVE_WITHOUT_PIDFDS,
        PORTABLE;

        Supervisor.ControlGroups controlGroups() {
            return this == NATIVE
                    ? Supervisor.ControlGroups.WHERE_POSSIBLE
                    : Supervisor.ControlGroups.NEVER;
        }

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

    protected Supervisor supervisor;
    protected final List<String> lines = new CopyOnWriteArrayList<>();
    protected final CompletableFuture<Exit> exit = new CompletableFuture<>();

    @BeforeEach
    void open() {
        supervisor = newSupervisor();
    }

    protected final Supervisor newSupervisor() {
        return new Supervisor(directory.resolve("ledgers"), way.controlGroups(), way::spawner);
    }

    @AfterEach
    void close() {
        supervisor.close();
    }

    protected final AgentProcess start(String script, long limit) {
        var file = Stub.script(directory, "stub", script);
        var environment = Map.of("PATH", "/usr/bin:/bin", "MARK", "kept");
        return supervisor.start(
                new Launch(List.of(file.toString(), "an argument"), directory, environment, limit),
                lines::add,
                exit::complete);
    }

    protected final AgentProcess start(String script) {
        return start(script, Launch.DEFAULT_OUTPUT_LIMIT);
    }

    protected final Exit exit() throws Exception {
        return exit.get(60, TimeUnit.SECONDS);
    }

    protected final long pidIn(String file) {
        var path = directory.resolve(file);
        Awaitility.await().until(() -> Files.exists(path) && !Files.readString(path).isBlank());
        try {
            return Long.parseLong(Files.readString(path).strip());
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
