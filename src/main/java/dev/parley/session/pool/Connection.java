package dev.parley.session.pool;

import dev.parley.base.thread.Interruptible;
import dev.parley.event.Action;
import dev.parley.process.AgentProcess;
import dev.parley.process.Exit;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;
import dev.parley.session.log.Backlog;
import dev.parley.wire.Happening;
import dev.parley.wire.LiveDialect;
import dev.parley.wire.LiveStep;
import dev.parley.wire.Opening;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/// A running CLI and the dialect that speaks with it, for one or more conversations. Everything
/// that concerns them is a signal in one inbox, and one thread at a time handles signals: the
/// thread that brought a line, or one that lives only while there are signals. So no thread has to
/// be woken for a line.
public final class Connection {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

    /// What may wait for the dialect, in characters and in lines. Behind that the pipe fills up,
    /// and the CLI waits.
    private static final int MOST_WAITING = 4 * 1024 * 1024;

    private static final int LINES = 256;

    /// The owner of a conversation. The thread that handles the signals calls it, and waits for it.
    public interface Listener {
        /// @param size how many characters the CLI wrote for it
        void report(String conversation, Happening happening, int size) throws InterruptedException;

        /// The process has ended; what is left of its turns is reported now.
        void ending(String conversation, ProcessEnd how) throws InterruptedException;

        /// Nothing more comes.
        void gone(String conversation, ProcessEnd how) throws InterruptedException;
    }

    private sealed interface Signal {
        record Line(String line, int cost) implements Signal {}

        record Join(String conversation, Opening opening, Listener listener) implements Signal {}

        record Send(String conversation, Action.ForAgent action) implements Signal {}

        record Leave(String conversation) implements Signal {}

        record Exited(Exit exit) implements Signal {}
    }

    private final String name;
    private final LiveDialect dialect;
    private final CarefulDialect careful;
    private final Runnable onEnd;
    // Unbounded, because a session that says something must never wait for the agent's output:
    // lines
    // have permits of their own, and sessions say one thing at a time.
    private final Queue<Signal> inbox = new ConcurrentLinkedQueue<>();
    // True while a thread handles signals; also before the start and after the end, when none may.
    private final AtomicBoolean isHandled = new AtomicBoolean(true);
    private final Backlog lines = new Backlog(MOST_WAITING, LINES);
    private final Audience audience;
    private boolean hasFailed; // owned, like the audience, by the thread that handles signals
    private volatile @Nullable AgentProcess process;
    private final AtomicLong received = new AtomicLong();
    private volatile boolean isStopping;
    private volatile boolean isGone;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable ProcessEnd end; // set when all conversations have been told

    /// @param name for logs and thread names
    /// @param onEnd runs once, when the process is gone and all conversations have been told
    Connection(String name, LiveDialect dialect, Runnable onEnd) {
        this.name = name;
        this.dialect = dialect;
        careful = new CarefulDialect(name, dialect);
        this.onEnd = onEnd;
        audience = new Audience(name);
    }

    /// Starts the process. Signals that came earlier are handled after its start.
    void start(Supervisor supervisor, Launch launch) {
        var started = supervisor.start(launch, this::receive, exit -> put(new Signal.Exited(exit)));
        process = started;
        Thread.ofVirtual().name("connection-" + name).start(() -> begin(started));
        if (isStopping) {
            stop();
        }
    }

    /// It never started: conversations that have joined already must not wait.
    void abandon(String why) {
        over.countDown();
        Interruptible.start(
                "abandon-" + name,
                () -> {
                    for (var signal = inbox.poll(); signal != null; signal = inbox.poll()) {
                        if (signal instanceof Signal.Join join) {
                            join.listener()
                                    .gone(join.conversation(), ProcessEnd.notStarted(-1, why));
                        }
                    }
                });
    }

    public void join(String conversation, Opening opening, Listener listener) {
        put(new Signal.Join(conversation, opening, listener));
        var how = end;
        if (how != null) {
            Thread.ofVirtual().start(() -> dismiss(how));
        }
    }

    public void send(String conversation, Action.ForAgent action) {
        put(new Signal.Send(conversation, action));
    }

    public void leave(String conversation) {
        put(new Signal.Leave(conversation));
    }

    /// What the process has shown of itself so far.
    public StartLimit.Signs signs() {
        var running = process;
        return new StartLimit.Signs(
                received.get(), running == null || isGone ? Duration.ZERO : running.worked());
    }

    boolean isStarted() {
        return process != null;
    }

    /// Nobody will answer any more.
    boolean isGone() {
        return isGone || isStopping;
    }

    /// Waits until the process is gone and all conversations know, or until the time is up.
    public void awaitEnd(Duration atMost) throws InterruptedException {
        var _ = over.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Ends the process, without waiting for it.
    void stop() {
        isStopping = true;
        var running = process;
        if (running != null) {
            Interruptible.start("stop-" + name, running::stop);
        }
    }

    private void receive(String line) {
        try {
            received.incrementAndGet();
            inbox.add(new Signal.Line(line, lines.enter(line.length())));
            if (isHandled.compareAndSet(false, true)) {
                handle();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Never waits.
    private void put(Signal signal) {
        inbox.add(signal);
        if (isHandled.compareAndSet(false, true)) {
            Thread.ofVirtual().name("connection-" + name).start(this::handle);
        }
    }

    private void begin(AgentProcess running) {
        try {
            perform(running, dialect.open(), 0);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            fail(e);
        }
        handle();
    }

    /// Handles signals until none is left. After the end no thread takes over any more.
    private void handle() {
        var running = Objects.requireNonNull(process);
        try {
            do {
                for (var signal = inbox.poll(); signal != null; signal = inbox.poll()) {
                    if (signal instanceof Signal.Exited(var exit)) {
                        end(running, exit);
                        return;
                    }
                    if (hasFailed) {
                        ignore(signal);
                    } else {
                        handle(running, signal);
                    }
                }
                isHandled.set(false);
            } while (!inbox.isEmpty() && isHandled.compareAndSet(false, true));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void handle(AgentProcess running, Signal signal) throws InterruptedException {
        try {
            switch (signal) {
                case Signal.Line(var line, var cost) -> {
                    try {
                        perform(running, careful.hear(line), line.length());
                    } finally {
                        lines.leave(cost); // not before: a long one is in memory until then
                    }
                }
                case Signal.Join(var conversation, var opening, var listener) -> {
                    audience.add(conversation, listener);
                    perform(running, careful.join(conversation, opening), 0);
                }
                case Signal.Send(var conversation, var action) -> {
                    if (audience.has(conversation)) {
                        perform(running, careful.say(conversation, action), 0);
                    }
                }
                case Signal.Leave(var conversation) -> {
                    if (audience.remove(conversation)) {
                        perform(running, dialect.leave(conversation), 0);
                    }
                }
                case Signal.Exited _ -> throw new IllegalStateException("The end is the last one");
            }
        } catch (RuntimeException | Error e) {
            fail(e); // also out of memory: a turn must come to an end
        }
    }

    /// A fault of ours ends the process, and then all conversations are told.
    private void fail(Throwable fault) {
        LOG.error("The connection {} failed", name, fault);
        hasFailed = true;
        isGone = true;
        stop();
    }

    /// What comes between a fault and the end of the process.
    private void ignore(Signal signal) {
        switch (signal) {
            case Signal.Line line -> lines.leave(line.cost());
            case Signal.Join join -> audience.add(join.conversation(), join.listener());
            case Signal.Send _, Signal.Leave _, Signal.Exited _ -> {}
        }
    }

    /// @param size of the line that was the reason
    private void perform(AgentProcess running, LiveStep step, int size)
            throws InterruptedException {
        if (!step.lines().isEmpty()) {
            running.send(String.join("\n", step.lines()) + "\n");
        }
        audience.report(step, size);
    }

    private void end(AgentProcess running, Exit exit) throws InterruptedException {
        isGone = true;
        try {
            reportGone(hasFailed ? ProcessEnd.ofFailure(exit) : ended(running, exit));
        } catch (RuntimeException | Error e) {
            fail(e);
            reportGone(ProcessEnd.ofFailure(exit));
        } finally {
            over.countDown();
            onEnd.run();
        }
    }

    private ProcessEnd ended(AgentProcess running, Exit exit) throws InterruptedException {
        var how = ProcessEnd.of(exit, isStopping);
        audience.reportEnding(how);
        if (!how.wasStopped()) {
            perform(running, dialect.end(how.ending()), 0);
        }
        return how;
    }

    private void reportGone(ProcessEnd how) throws InterruptedException {
        audience.reportGone(how);
        end = how;
        dismiss(how);
    }

    /// Conversations that came too late. From the end on, each one that joins calls this itself.
    private void dismiss(ProcessEnd how) {
        try {
            for (var signal = inbox.poll(); signal != null; signal = inbox.poll()) {
                if (signal instanceof Signal.Join join) {
                    join.listener().ending(join.conversation(), how);
                    join.listener().gone(join.conversation(), how);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
