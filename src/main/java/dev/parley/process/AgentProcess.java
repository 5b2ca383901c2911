package dev.parley.process;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// A running CLI. Each of its pipes has one small platform thread, so neither side can stall the
/// other and no virtual thread's carrier is ever held by a pipe. It leads a process group of its
/// own; ending it ends the group.
public final class AgentProcess {
    /// How long each polite request may take before the next, less polite one.
    private static final Duration GRACE = Duration.ofMillis(1500);

    /// How long it may take after it was told to end: whoever hung up expects all to be gone within
    /// two seconds.
    private static final Duration LAST_GRACE = Duration.ofSeconds(1);

    /// How long a process may live on after it closed its output, and its output after it died.
    private static final Duration LINGER = Duration.ofSeconds(3);

    /// A thread for every pipe that is open, never fewer. Those of ended children are used again
    /// for a while: three new threads cost a short run more than its own work does.
    private static final ExecutorService PIPES =
            new ThreadPoolExecutor(
                    0,
                    Integer.MAX_VALUE,
                    10,
                    TimeUnit.SECONDS,
                    new SynchronousQueue<>(),
                    Thread.ofPlatform().daemon().stackSize(128 * 1024L).factory());

    private static final byte[] END_OF_INPUT = {};

    /// On every system; Linux takes four times as much.
    private static final int EMPTY_PIPE_TAKES = 16 * 1024;

    private final Child child;
    private final Supervisor supervisor;
    private final ProcessLedger.Entry entry;
    private final Tail stderr = new Tail();
    private final BlockingQueue<byte[]> input = new ArrayBlockingQueue<>(256);
    private final AtomicBoolean inputOpen = new AtomicBoolean(true);
    private final AtomicBoolean untouched = new AtomicBoolean(true);
    private final AtomicBoolean writerStarted = new AtomicBoolean();
    private final CountDownLatch exited = new CountDownLatch(1);
    private final CountDownLatch outputEnded = new CountDownLatch(1);
    private final CountDownLatch errorsEnded = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean hitOutputLimit;
    private volatile boolean lingered;
    private volatile boolean delivering;

    /// Takes over a process that has just been started. `onExit` runs once, after the last line was
    /// delivered.
    AgentProcess(
            Child child,
            Supervisor supervisor,
            ProcessLedger.Entry entry,
            long outputLimit,
            Consumer<String> onLine,
            Consumer<Exit> onExit) {
        this.child = child;
        this.supervisor = supervisor;
        this.entry = entry;
        onPipeThread("stdout-" + pid(), () -> readOutput(outputLimit, onLine));
        onPipeThread("stderr-" + pid(), this::readErrors);
        onPipeThread("exit-" + pid(), () -> awaitExit(onExit));
    }

    public long pid() {
        return child.pid();
    }

    ProcessLedger.Entry entry() {
        return entry;
    }

    /// Queues text for standard input. Blocks when the CLI does not read for a long while.
    public void send(String text) throws InterruptedException {
        if (!inputOpen.get() || text.isEmpty()) {
            return;
        }
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= EMPTY_PIPE_TAKES && untouched.compareAndSet(true, false)) {
            writeAtOnce(bytes);
        } else {
            untouched.set(false);
            startWriterOnce();
            input.put(bytes);
        }
    }

    /// The first words fit into the empty pipe, so that nobody has to wait and no thread is needed.
    private void writeAtOnce(byte[] bytes) {
        try {
            child.input().write(bytes);
            child.input().flush();
        } catch (IOException _) {
            inputOpen.set(false); // it died; its exit tells the rest
        }
    }

    /// End of input, after everything that was sent. Several CLIs do not start before it.
    public void closeInput() {
        if (inputOpen.compareAndSet(true, false)) {
            if (writerStarted.get()) {
                if (!input.offer(END_OF_INPUT)) {
                    close(child.input()); // it does not read anyway
                }
            } else {
                close(child.input());
            }
        }
    }

    /// The end of what it wrote to standard error.
    public String lastWords() {
        return stderr.text();
    }

    /// Asks politely before it insists: end of input, then TERM, then KILL. Returns when the
    /// process is gone.
    public void stop() throws InterruptedException {
        if (inputOpen.get()) {
            closeInput();
            if (exitsWithin(GRACE)) {
                return;
            }
        }
        supervisor.signal(Spawner.Signal.TERM, pid());
        if (!exitsWithin(LAST_GRACE)) {
            supervisor.signal(Spawner.Signal.KILL, pid());
        }
        ended.await();
    }

    private boolean exitsWithin(Duration time) throws InterruptedException {
        return ended.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void onPipeThread(String name, Runnable work) {
        PIPES.execute(() -> {
            Thread.currentThread().setName(name);
            work.run();
        });
    }

    private void startWriterOnce() {
        if (writerStarted.compareAndSet(false, true)) {
            onPipeThread("stdin-" + pid(), this::writeInput);
        }
    }

    private void writeInput() {
        try (var out = child.input()) {
            for (var bytes = input.take(); bytes.length > 0; bytes = input.take()) {
                out.write(bytes);
                if (input.isEmpty()) {
                    out.flush();
                }
            }
        } catch (IOException _) {
            inputOpen.set(false); // it closed its input or died; its exit tells the rest
            input.clear();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(Closeable pipe) {
        try {
            pipe.close();
        } catch (IOException _) {
            // closed already
        }
    }

    private void readOutput(long limit, Consumer<String> onLine) {
        var reader = new LineReader(child.output(), limit);
        Consumer<String> listener = line -> deliver(line, onLine);
        if (reader.readAll(listener) == LineReader.End.LIMIT_HIT) {
            // Not after the last line: whoever takes it may be slow.
            hitOutputLimit = true;
            Thread.startVirtualThread(this::stopQuietly);
            reader.deliverRest(listener);
            reader.discardRest();
        } else {
            reader.deliverRest(listener);
        }
        close(child.output());
        outputEnded.countDown();
        try {
            if (!exited.await(LINGER.toMillis(), TimeUnit.MILLISECONDS)) {
                lingered = true;
                Thread.startVirtualThread(this::stopQuietly);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void deliver(String line, Consumer<String> onLine) {
        delivering = true;
        onLine.accept(line);
        delivering = false;
    }

    private void readErrors() {
        stderr.fillFrom(child.errors());
        close(child.errors());
        errorsEnded.countDown();
    }

    private void awaitExit(Consumer<Exit> onExit) {
        try {
            child.awaitEnd();
            exited.countDown();
            // A child of it may hold its output open: that may not hang us.
            outputEnded.await(LINGER.toMillis(), TimeUnit.MILLISECONDS);
            // Whatever it left running in its group goes with it; that also closes the pipes.
            supervisor.signal(Spawner.Signal.KILL, pid());
            var code = child.reap();
            close(child.input());
            supervisor.forget(this);
            ended.countDown();
            awaitOutput();
            errorsEnded.await(GRACE.toMillis(), TimeUnit.MILLISECONDS);
            onExit.accept(new Exit(code, lastWords(), hitOutputLimit, lingered));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// What was read is never lost, however slow the one who takes it. But somebody who left the
    /// group may hold the pipe without ever writing to it.
    private void awaitOutput() throws InterruptedException {
        while (!outputEnded.await(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
            if (!delivering) {
                supervisor.sweepNow(entry);
                outputEnded.await(GRACE.toMillis(), TimeUnit.MILLISECONDS);
                return;
            }
        }
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
}
