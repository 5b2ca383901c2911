package dev.parley.process;

import dev.parley.base.disk.DiskProblem;
import dev.parley.base.problem.Problem;
import dev.parley.base.problem.Scarcity;
import dev.parley.base.thread.Interruptible;
import dev.parley.process.ledger.Cgroups;
import dev.parley.process.ledger.ChildTag;
import dev.parley.process.ledger.Descendants;
import dev.parley.process.ledger.Guardian;
import dev.parley.process.ledger.Orphans;
import dev.parley.process.ledger.PortableSpawner;
import dev.parley.process.ledger.ProcessLedger;
import dev.parley.process.posix.Child;
import dev.parley.process.posix.NativeSpawner;
import dev.parley.process.posix.Spawner;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;

/// Starts children and sees to it that none outlives Parley: each is in the ledger before it
/// starts, leads a process group of its own, and is marked in ways that its descendants inherit.
/// Closing the supervisor ends them all. Thread-safe.
public final class Supervisor implements AutoCloseable {
    /// Whether children get control groups.
    public enum ControlGroups {
        WHERE_POSSIBLE,
        NEVER;

        /// As the user wants it: `PARLEY_CGROUPS=off` turns them off.
        public static ControlGroups in(Map<String, String> environment) {
            return "off".equals(environment.get("PARLEY_CGROUPS")) ? NEVER : WHERE_POSSIBLE;
        }
    }

    private final ProcessLedger ledger;
    private final Guardian guardian;
    private final Function<Guardian, Spawner> newSpawner;
    private final Set<AgentProcess> running = ConcurrentHashMap.newKeySet();
    private final Set<PtyProcess> terminals = ConcurrentHashMap.newKeySet();
    private final Set<ForegroundProcess> foreground = ConcurrentHashMap.newKeySet();
    private final Descendants descendants;
    // Whoever starts a child reads, whoever closes writes: a child that is being started is among
    // those that closing ends.
    private final ReadWriteLock starting = new ReentrantReadWriteLock();
    private boolean isClosed; // guarded by `starting`
    private @Nullable Spawner spawner;

    /// @param ledgers the directory below which all Parley processes keep their ledgers
    public Supervisor(Path ledgers) {
        this(ledgers, ControlGroups.WHERE_POSSIBLE);
    }

    public Supervisor(Path ledgers, ControlGroups controlGroups) {
        this(
                ledgers,
                controlGroups,
                guardian -> NativeSpawner.find().orElse(new PortableSpawner(guardian)));
    }

    Supervisor(Path ledgers, ControlGroups controlGroups, Function<Guardian, Spawner> newSpawner) {
        Orphans.endAllBelow(ledgers);
        ledger = new ProcessLedger(ledgers);
        guardian = new Guardian(ledger);
        this.newSpawner = newSpawner;
        var cgroups =
                controlGroups == ControlGroups.NEVER
                        ? Cgroups.none()
                        : new Cgroups(Cgroups::own, ledger.directory());
        descendants = new Descendants(ledger, guardian, cgroups);
    }

    /// Makes orphans children of this process, so that none gets lost. Only for a program that
    /// starts every child here. It takes effect with the first child.
    public void adoptOrphans() {
        descendants.adoptOrphans();
    }

    /// Made for the first child: most commands have none, and looking up the system's functions
    /// takes longer than a short command's own work.
    private synchronized Spawner spawner() {
        var current = spawner;
        if (current == null) {
            current = newSpawner.apply(guardian);
            spawner = current;
        }
        return current;
    }

    /// Starts a child. Lines of its standard output go to `onLine` one after the other, and the
    /// child waits with it; `onExit` runs once, after them.
    public AgentProcess start(Launch launch, Consumer<String> onLine, Consumer<Exit> onExit) {
        return entered(launch, entry -> adopt(launch, entry, onLine, onExit));
    }

    /// Starts a child on a terminal of its own. What it prints goes to `onOutput`, on one thread;
    /// `onExit` gets its exit code, after that.
    public PtyProcess startOnTerminal(
            Launch launch, PtyProcess.Size size, PtyProcess.Output onOutput, IntConsumer onExit) {
        return entered(
                launch,
                entry -> {
                    var terminal =
                            descendants.mark(
                                    entry,
                                    () ->
                                            PtyProcess.start(
                                                    builder(launch, entry),
                                                    launch.command(),
                                                    size,
                                                    this,
                                                    entry),
                                    PtyProcess::pid);
                    terminals.add(terminal);
                    terminal.follow(onOutput, onExit);
                    return terminal;
                });
    }

    /// Runs a child in the terminal that Parley has, in its session and group, as a shell would,
    /// and waits for it.
    ///
    /// @return its exit code
    public int runInForeground(Launch launch) throws InterruptedException {
        return entered(
                        launch,
                        entry -> {
                            var builder = builder(launch, entry).inheritIO();
                            var child =
                                    descendants.mark(
                                            entry,
                                            builder.command(launch.command())::start,
                                            Process::pid);
                            var process = new ForegroundProcess(child, entry);
                            foreground.add(process);
                            return process;
                        })
                .await(this);
    }

    void forget(ForegroundProcess process) {
        foreground.remove(process);
        descendants.reaped(process.pid());
        descendants.childEnded(process.entry());
    }

    /// What is done with a child that is in the ledger.
    private interface Start<T> {
        T from(ProcessLedger.Entry entry) throws IOException;
    }

    private <T> T entered(Launch launch, Start<T> start) {
        if (!Files.isDirectory(launch.directory())) {
            throw Problem.invalid(
                    "There is no directory " + launch.directory() + ".",
                    "Name an existing one with --cwd.");
        }
        starting.readLock().lock();
        try {
            if (isClosed) {
                throw new Problem(
                        Problem.Kind.BUSY, "Parley is shutting down.", "Start it again and retry.");
            }
            guardian.start();
            var entry = ledger.enter(launch.command().getFirst());
            try {
                return start.from(entry);
            } catch (IOException | RuntimeException | OutOfMemoryError e) {
                descendants.childEnded(entry);
                throw e;
            }
        } catch (IOException | OutOfMemoryError e) {
            if (Scarcity.isIn(e)) {
                throw Scarcity.problem(e);
            }
            throw DiskProblem.of(
                    ledger.directory(),
                    e,
                    new Problem(
                            Problem.Kind.AGENT_FAILED,
                            "Could not start %s: %s"
                                    .formatted(launch.command().getFirst(), e.getMessage()),
                            "Check that it can be executed, and `parley doctor`."));
        } finally {
            starting.readLock().unlock();
        }
    }

    private AgentProcess adopt(
            Launch launch,
            ProcessLedger.Entry entry,
            Consumer<String> onLine,
            Consumer<Exit> onExit)
            throws IOException {
        var spawner = spawner();
        var child =
                descendants.mark(
                        entry,
                        () ->
                                spawner.spawn(
                                        launch.command(),
                                        launch.directory(),
                                        environment(launch, entry)),
                        Child::pid);
        enter(entry, child);
        var agent = new AgentProcess(child, this, entry);
        running.add(agent);
        try {
            agent.follow(launch, onLine, onExit);
        } catch (IOException | OutOfMemoryError e) {
            running.remove(agent);
            endUnheard(child);
            throw e;
        }
        return agent;
    }

    private static Map<String, String> environment(Launch launch, ProcessLedger.Entry entry) {
        var environment = new HashMap<>(launch.environment());
        // Some CLIs trust PWD more than their working directory.
        environment.put("PWD", launch.directory().toString());
        environment.put(ChildTag.VARIABLE, entry.tag().variable());
        return environment;
    }

    private static ProcessBuilder builder(Launch launch, ProcessLedger.Entry entry) {
        var builder = new ProcessBuilder().directory(launch.directory().toFile());
        builder.environment().clear();
        builder.environment().putAll(environment(launch, entry));
        return builder;
    }

    /// A child that cannot be entered in the ledger must not run.
    private void enter(ProcessLedger.Entry entry, Child child) throws IOException {
        try {
            entry.started(child.pid());
        } catch (IOException e) {
            endUnheard(child);
            child.closePipes();
            throw e;
        }
    }

    private void endUnheard(Child child) {
        spawner().signal(Spawner.Signal.KILL, child.pid());
        child.awaitEnd();
        child.reap();
        descendants.reaped(child.pid());
    }

    void signal(Spawner.Signal signal, long group) {
        spawner().signal(signal, group);
    }

    void forget(AgentProcess agent) {
        running.remove(agent);
        descendants.reaped(agent.pid());
        descendants.childEnded(agent.entry());
    }

    void forget(PtyProcess terminal) {
        terminals.remove(terminal);
        descendants.reaped(terminal.pid());
        descendants.childEnded(terminal.entry());
    }

    /// Ends what a child started, wherever it went.
    void endDescendants(ProcessLedger.Entry entry) {
        descendants.end(entry);
    }

    /// Ends what the children that are gone started.
    void sweep() {
        descendants.sweep();
    }

    /// From now on no child starts, and those that were starting have started.
    ///
    /// @return false when that was so already
    private boolean stopStarts() {
        starting.writeLock().lock();
        try {
            var isFirst = !isClosed;
            isClosed = true;
            return isFirst;
        } finally {
            starting.writeLock().unlock();
        }
    }

    /// Ends every child, all at the same time, and returns when they are gone.
    @Override
    public void close() {
        if (!stopStarts()) {
            return;
        }
        var stops = new ArrayList<Thread>();
        running.forEach(agent -> stops.add(Interruptible.start("stop", agent::stop)));
        foreground.forEach(process -> stops.add(Interruptible.start("stop", process::stop)));
        terminals.forEach(terminal -> stops.add(Interruptible.start("stop", terminal::stop)));
        try {
            for (var stop : stops) {
                stop.join();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the guardian does the rest
            guardian.close();
            return;
        }
        descendants.close();
        ledger.delete();
        guardian.close();
    }
}
