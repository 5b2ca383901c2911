package dev.parley.session.pool;

import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.process.AgentProcess;
import dev.parley.process.Exit;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;
import dev.parley.session.log.Backlog;
import dev.parley.wire.Ending;
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
/// that concerns them is a signal in one inbox, and one thread at a time handles signals: the one
/// that brought a line, or one that is there only while there is something. So nobody has to be
/// woken for a line.
public final class Connection {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

    /// What may wait for the dialect, in characters and in lines. Behind that the pipe fills up,
    /// and the CLI waits.
    private static final int MOST_WAITING = 4 * 1024 * 1024;

    private static final int LINES = 256;

    /// The owner of a conversation. Called by whoever handles the signals, and that one waits with
    /// it.
    public interface Listener {
        /// @param size how many characters of the CLI's it was made of
        void told(String conversation, Happening happening, int size) throws InterruptedException;

        /// The process has ended; what is left of its turns is told now.
        void ending(String conversation, Gone how) throws InterruptedException;

        /// Nothing more comes.
        void gone(String conversation, Gone how) throws InterruptedException;
    }

    /// How a process went.
    ///
    /// @param wasStopped Parley ended it on purpose
    /// @param wasSilent it closed its output and went on, so Parley ended it: its exit code says
    ///   nothing
    /// @param excess what it did too much of, so that Parley had to end it; empty if it did not
    public record Gone(
            boolean wasStopped, boolean wasSilent, int exitCode, String lastWords, String excess) {
        Gone(boolean wasStopped, int exitCode, String lastWords) {
            this(wasStopped, false, exitCode, lastWords, "");
        }

        /// In a sentence about the agent.
        public String how() {
            return wasSilent
                    ? "closed its output and did not end, so Parley ended it"
                    : "ended unexpectedly (exit code " + exitCode + ")";
        }
    }

    private sealed interface Signal {
        record Heard(String line, int cost) implements Signal {}

        record Join(String conversation, Opening opening, Listener listener) implements Signal {}

        record Say(String conversation, Action.ForAgent action) implements Signal {}

        record Leave(String conversation) implements Signal {}

        record Exited(Exit exit) implements Signal {}
    }

    private final String name;
    private final LiveDialect dialect;
    private final Runnable onEnd;
    // Unbounded, because who says something must never wait for one who hears: lines have permits
    // of their own, and sessions say one thing at a time.
    private final Queue<Signal> inbox = new ConcurrentLinkedQueue<>();
    // Whether somebody is at it; nobody else may be then, nor before the start and after the end.
    private final AtomicBoolean isHandled = new AtomicBoolean(true);
    private final Backlog lines = new Backlog(MOST_WAITING, LINES);
    private final Audience audience;
    private boolean hasFailed; // like the audience, of the one who is at it
    private volatile @Nullable AgentProcess process;
    private final AtomicLong heard = new AtomicLong();
    private volatile boolean isStopping;
    private volatile boolean isGone;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable Gone gone; // once everybody who was there has been told

    /// @param name for logs and thread names
    /// @param onEnd runs once, when the process is gone and everybody knows
    Connection(String name, LiveDialect dialect, Runnable onEnd) {
        this.name = name;
        this.dialect = dialect;
        this.onEnd = onEnd;
        audience = new Audience(name);
    }

    /// Starts the process. Signals that came before it are heard after its start.
    void start(Supervisor supervisor, Launch launch) {
        var started = supervisor.start(launch, this::hear, exit -> put(new Signal.Exited(exit)));
        process = started;
        Thread.ofVirtual().name("connection-" + name).start(() -> begin(started));
        if (isStopping) {
            stop();
        }
    }

    /// It never started: whoever has joined already must not wait.
    void abandon(String why) {
        over.countDown();
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        for (var signal = inbox.poll(); signal != null; signal = inbox.poll()) {
                            if (signal instanceof Signal.Join join) {
                                join.listener().gone(join.conversation(), new Gone(false, -1, why));
                            }
                        }
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                });
    }

    public void join(String conversation, Opening opening, Listener listener) {
        put(new Signal.Join(conversation, opening, listener));
        var over = gone;
        if (over != null) {
            Thread.ofVirtual().start(() -> dismiss(over));
        }
    }

    public void say(String conversation, Action.ForAgent action) {
        put(new Signal.Say(conversation, action));
    }

    public void leave(String conversation) {
        put(new Signal.Leave(conversation));
    }

    /// What the process has shown of itself so far.
    public StartLimit.Signs signs() {
        var running = process;
        return new StartLimit.Signs(
                heard.get(), running == null || isGone ? Duration.ZERO : running.worked());
    }

    /// Nobody will answer any more.
    boolean isGone() {
        return isGone || isStopping;
    }

    /// Waits until the process is gone and everybody knows, or until the time is up.
    public void awaitEnd(Duration atMost) throws InterruptedException {
        var _ = over.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Ends the process, without waiting for it.
    void stop() {
        isStopping = true;
        var running = process;
        if (running != null) {
            Thread.ofVirtual()
                    .name("stop-" + name)
                    .start(() -> {
                        try {
                            running.stop();
                        } catch (InterruptedException _) {
                            Thread.currentThread().interrupt();
                        }
                    });
        }
    }

    private void hear(String line) {
        try {
            heard.incrementAndGet();
            inbox.add(new Signal.Heard(line, lines.enter(line.length())));
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

    /// Until nothing is left. After the end nobody takes over any more.
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
                case Signal.Heard(var line, var cost) -> {
                    lines.leave(cost);
                    perform(running, understood(line), line.length());
                }
                case Signal.Join(var conversation, var opening, var listener) -> {
                    audience.add(conversation, listener);
                    perform(running, joined(conversation, opening), 0);
                }
                case Signal.Say(var conversation, var action) -> {
                    if (audience.has(conversation)) {
                        perform(running, said(conversation, action), 0);
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
            fail(e); // also out of memory: whoever waits for an end must hear of one
        }
    }

    /// A fault of ours ends the conversation: the process goes, and then everybody is told.
    private void fail(Throwable fault) {
        LOG.error("The connection {} failed", name, fault);
        hasFailed = true;
        isGone = true;
        stop();
    }

    /// What comes between a fault and the end of the process.
    private void ignore(Signal signal) {
        switch (signal) {
            case Signal.Heard heard -> lines.leave(heard.cost());
            case Signal.Join join -> audience.add(join.conversation(), join.listener());
            case Signal.Say _, Signal.Leave _, Signal.Exited _ -> {}
        }
    }

    /// A line that a dialect stumbles over must not end the conversation.
    private LiveStep understood(String line) {
        try {
            return dialect.hear(line);
        } catch (RuntimeException e) {
            LOG.warn("A line of {} was not understood: {}", name, Audience.beginning(line), e);
            return LiveStep.unclaimed(line, "Parley stumbled over it");
        }
    }

    private LiveStep joined(String conversation, Opening opening) {
        try {
            return dialect.join(conversation, opening);
        } catch (RuntimeException e) {
            LOG.warn("{} could not begin a conversation", name, e);
            return LiveStep.tell(
                    new Happening.Refused(
                            conversation, Happening.Refusal.FAILED, "Parley failed: see its log."));
        }
    }

    private LiveStep said(String conversation, Action.ForAgent action) {
        try {
            return dialect.say(conversation, action);
        } catch (RuntimeException e) {
            LOG.warn("{} could not be told {}", name, action.getClass().getSimpleName(), e);
            var failed = Event.Failed.warning("Parley failed: see its log.", "not_said");
            // A turn that never begins would never end.
            return action instanceof Action.Prompt prompt
                    ? LiveStep.emit(
                            conversation,
                            failed,
                            new Event.TurnEnded(prompt.turnId(), EndReason.ERROR))
                    : LiveStep.emit(conversation, failed);
        }
    }

    /// @param size of the line that was the reason
    private void perform(AgentProcess running, LiveStep step, int size)
            throws InterruptedException {
        if (!step.lines().isEmpty()) {
            running.send(String.join("\n", step.lines()) + "\n");
        }
        audience.tell(step, size);
    }

    private void end(AgentProcess running, Exit exit) throws InterruptedException {
        isGone = true;
        try {
            tellGone(hasFailed ? failed(exit) : ended(running, exit));
        } catch (RuntimeException | Error e) {
            fail(e);
            tellGone(failed(exit));
        } finally {
            over.countDown();
            onEnd.run();
        }
    }

    private static Gone failed(Exit exit) {
        return new Gone(false, exit.code(), "Parley failed: see its log.");
    }

    private Gone ended(AgentProcess running, Exit exit) throws InterruptedException {
        var excess = excess(exit);
        var ending = ending(exit, excess);
        var how = new Gone(isStopping, exit.lingered(), exit.code(), ending.lastWords(), excess);
        audience.tellEnding(how);
        if (!how.wasStopped()) {
            perform(running, dialect.end(ending), 0);
        }
        return how;
    }

    /// How a process ended, as the dialect is told it: what Parley did to it is no fault of its
    /// own.
    private static Ending ending(Exit exit, String excess) {
        if (!excess.isEmpty()) {
            return new Ending(exit.code(), excess);
        }
        if (!exit.lingered()) {
            return new Ending(exit.code(), exit.lastWords());
        }
        return new Ending(
                0,
                exit.lastWords().isBlank()
                        ? "It closed its output and did not end, so Parley ended it."
                        : exit.lastWords());
    }

    private static String excess(Exit exit) {
        if (!exit.hitOutputLimit()) {
            return "";
        }
        return exit.hitLineLimit()
                ? "It wrote a line of more than %d MB.".formatted(Exit.LINE_MEGABYTES)
                : "It wrote more than there is memory for.";
    }

    private void tellGone(Gone how) throws InterruptedException {
        audience.tellGone(how);
        gone = how;
        dismiss(how);
    }

    /// Whoever came too late. From the end on, those who join see to it themselves.
    private void dismiss(Gone how) {
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
