package dev.parley.process;

import dev.parley.base.thread.Interruptible;
import dev.parley.process.ledger.ProcessLedger;
import dev.parley.process.posix.Child;
import dev.parley.process.posix.Spawner;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// A running CLI. Its output is read on threads of its own, so neither side can stall the other. It
/// leads a process group of its own; ending it ends the group.
public final class AgentProcess {
    private static final Logger LOG = LoggerFactory.getLogger(AgentProcess.class);

    /// How long each polite request may take before the next, less polite one.
    private static final Duration GRACE = Duration.ofSeconds(1);

    /// How long it may take to end. A client that hangs up, or closes a session to resume it
    /// elsewhere, expects all to be gone within two seconds.
    private static final Duration LAST_GRACE = Duration.ofMillis(800);

    /// How long a process may live on after it closed its output, and its output after it died.
    private static final Duration LINGER = Duration.ofSeconds(3);

    private final Child child;
    private final Supervisor supervisor;
    private final ProcessLedger.Entry entry;
    private final InputPipe input;
    private final Tail stderr = new Tail();
    private final CountDownLatch exited = new CountDownLatch(1);
    private final CountDownLatch outputEnded = new CountDownLatch(1);
    private final CountDownLatch errorsEnded = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean hitOutputLimit;
    private volatile boolean hitLineLimit;
    private volatile boolean lingered;
    private volatile boolean delivering;
    private boolean isReaped; // guarded by this

    /// Takes over a process that has just been started; [#follow] it.
    AgentProcess(Child child, Supervisor supervisor, ProcessLedger.Entry entry) {
        this.child = child;
        this.supervisor = supervisor;
        this.entry = entry;
        input = new InputPipe("stdin-" + child.pid(), child.input());
    }

    /// Begins to read; the supervisor knows the child by now. `onExit` runs once, after the last
    /// line was delivered.
    void follow(Launch launch, Consumer<String> onLine, Consumer<Exit> onExit) throws IOException {
        child.follow(new Ears(launch, onLine, onExit));
    }

    public long pid() {
        return child.pid();
    }

    ProcessLedger.Entry entry() {
        return entry;
    }

    /// Queues text for standard input. Blocks when the CLI does not read for a long while.
    public void send(String text) throws InterruptedException {
        input.send(text.getBytes(StandardCharsets.UTF_8));
    }

    /// End of input, after everything that was sent. Several CLIs do not start before it.
    public void closeInput() {
        input.close();
    }

    /// The processor time of it and of what it started; nothing where the system does not report
    /// it.
    public Duration worked() {
        return ProcessHandle.of(pid()).stream()
                .flatMap(self -> Stream.concat(Stream.of(self), self.descendants()))
                .flatMap(each -> each.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }

    /// The end of what it wrote to standard error.
    public String lastWords() {
        return stderr.text();
    }

    /// Asks politely before it insists: end of input, then TERM, then KILL. Returns when the
    /// process is gone.
    public void stop() throws InterruptedException {
        if (input.isOpen()) {
            closeInput();
            if (exitsWithin(GRACE)) {
                return;
            }
        }
        signal(Spawner.Signal.TERM);
        if (!exitsWithin(LAST_GRACE)) {
            signal(Spawner.Signal.KILL);
        }
        ended.await();
    }

    private boolean exitsWithin(Duration time) throws InterruptedException {
        return ended.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// Once the child is cleared away, its number may be another process's.
    private synchronized void signal(Spawner.Signal signal) {
        if (!isReaped) {
            supervisor.signal(signal, pid());
        }
    }

    private synchronized int reap() {
        isReaped = true;
        return child.reap();
    }

    private void stopQuietly() {
        try {
            stop();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (UncheckedIOException _) {
            ProcessHandle.of(pid()).ifPresent(ProcessHandle::destroyForcibly); // no guardian
        }
    }

    /// Takes what the child writes, and its end.
    private final class Ears implements Child.Listener {
        private final LineCutter lines;
        private final Consumer<String> onLine;
        private final Consumer<Exit> onExit;

        Ears(Launch launch, Consumer<String> onLine, Consumer<Exit> onExit) {
            lines = new LineCutter(launch.outputLimit(), launch.lineLimit(), this::deliver);
            this.onLine = onLine;
            this.onExit = onExit;
        }

        @Override
        public void output(byte[] bytes) {
            // Beyond the limit it is read and forgotten: a child that is being stopped must not
            // stay blocked on a full pipe.
            if (!hitOutputLimit) {
                lines.add(bytes);
                if (lines.isFull() || lines.isTooLong()) {
                    // Not after the last line: the listener may be slow.
                    hitLineLimit = lines.isTooLong();
                    hitOutputLimit = true;
                    Thread.startVirtualThread(AgentProcess.this::stopQuietly);
                    lines.deliverRest();
                }
            }
        }

        private void deliver(String line) {
            delivering = true;
            try {
                onLine.accept(line);
            } catch (RuntimeException e) {
                LOG.error("A line of process {} was not taken", pid(), e);
            } catch (Error e) {
                // Out of memory, most likely. Reading must go on, or the end would never be
                // reported.
                LOG.error("The lines of process {} cannot be delivered any more", pid(), e);
                hitOutputLimit = true;
                Thread.startVirtualThread(AgentProcess.this::stopQuietly);
            } finally {
                delivering = false;
            }
        }

        @Override
        public void outputEnded() {
            lines.deliverRest();
            outputEnded.countDown();
            if (exited.getCount() > 0) {
                Interruptible.start("linger", this::endIfItLingers);
            }
        }

        private void endIfItLingers() throws InterruptedException {
            if (!exited.await(LINGER.toMillis(), TimeUnit.MILLISECONDS)) {
                lingered = true;
                stopQuietly();
            }
        }

        @Override
        public void errors(byte[] bytes) {
            stderr.add(bytes);
        }

        @Override
        public void errorsEnded() {
            errorsEnded.countDown();
        }

        @Override
        public void ended() {
            try {
                exited.countDown();
                // A child of it may hold its output open: that may not hang us.
                outputEnded.await(LINGER.toMillis(), TimeUnit.MILLISECONDS);
                // What it left running in its group goes with it; that also closes the pipes.
                signal(Spawner.Signal.KILL);
                var code = reap();
                input.abandon();
                supervisor.forget(AgentProcess.this);
                ended.countDown();
                awaitOutput();
                errorsEnded.await(GRACE.toMillis(), TimeUnit.MILLISECONDS);
                onExit.accept(new Exit(code, lastWords(), hitOutputLimit, hitLineLimit, lingered));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        /// What was read is never lost, however slow the listener is. But a process that left the
        /// group may hold the pipe without ever writing to it.
        private void awaitOutput() throws InterruptedException {
            while (!outputEnded.await(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                if (!delivering) {
                    supervisor.endDescendants(entry);
                    outputEnded.await(GRACE.toMillis(), TimeUnit.MILLISECONDS);
                    return;
                }
            }
        }
    }
}
