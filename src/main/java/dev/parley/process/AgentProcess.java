package dev.parley.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// A running CLI. Each of its pipes has one small platform thread, so neither side can stall the
/// other and no virtual thread's carrier is ever held by a pipe. It leads a process group of its
/// own; ending it ends the group.
public final class AgentProcess {
    /// How long each polite request may take before the next, less polite one.
    private static final Duration GRACE = Duration.ofMillis(1500);

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

    private final Process process;
    private final Supervisor supervisor;
    private final ProcessLedger.Entry entry;
    private final Tail stderr = new Tail();
    private final BlockingQueue<byte[]> input = new ArrayBlockingQueue<>(256);
    private final AtomicBoolean inputOpen = new AtomicBoolean(true);
    private final AtomicBoolean writerStarted = new AtomicBoolean();
    private final CompletableFuture<Void> outputEnded = new CompletableFuture<>();
    private final CountDownLatch errorsEnded = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean hitOutputLimit;
    private volatile boolean lingered;

    /// Takes over a process that has just been started. `onExit` runs once, after the last line was
    /// delivered.
    AgentProcess(
            Process process,
            Supervisor supervisor,
            ProcessLedger.Entry entry,
            long outputLimit,
            Consumer<String> onLine,
            Consumer<Exit> onExit) {
        this.process = process;
        this.supervisor = supervisor;
        this.entry = entry;
        onPipeThread("stdout-" + pid(), () -> readOutput(outputLimit, onLine));
        onPipeThread("stderr-" + pid(), this::readErrors);
        Thread.ofVirtual().name("exit-" + pid()).start(() -> awaitExit(onExit));
    }

    public long pid() {
        return process.pid();
    }

    ProcessLedger.Entry entry() {
        return entry;
    }

    /// Queues text for standard input. Blocks when the CLI does not read for a long while.
    public void send(String text) throws InterruptedException {
        if (inputOpen.get() && !text.isEmpty()) {
            startWriterOnce();
            input.put(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /// End of input, after everything that was sent. Several CLIs do not start before it.
    public void closeInput() {
        if (inputOpen.compareAndSet(true, false)) {
            if (writerStarted.get()) {
                if (!input.offer(END_OF_INPUT)) {
                    closeInputNow(); // it does not read anyway
                }
            } else {
                closeInputNow();
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
        supervisor.signal(Guardian.Signal.TERM, pid());
        if (!exitsWithin(GRACE)) {
            supervisor.signal(Guardian.Signal.KILL, pid());
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
        try (var out = process.getOutputStream()) {
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

    private void closeInputNow() {
        try {
            process.getOutputStream().close();
        } catch (IOException _) {
            // closed already
        }
    }

    private void readOutput(long limit, Consumer<String> onLine) {
        var reader = new LineReader(process.getInputStream(), limit);
        if (reader.readAll(onLine) == LineReader.End.LIMIT_HIT) {
            hitOutputLimit = true;
            Thread.startVirtualThread(this::stopQuietly);
            reader.discardRest();
        }
        outputEnded.complete(null);
    }

    private void readErrors() {
        stderr.fillFrom(process.getErrorStream());
        errorsEnded.countDown();
    }

    private void awaitExit(Consumer<Exit> onExit) {
        try {
            var code = awaitBothEnds();
            errorsEnded.await(GRACE.toMillis(), TimeUnit.MILLISECONDS);
            supervisor.forget(this);
            ended.countDown();
            onExit.accept(new Exit(code, lastWords(), hitOutputLimit, lingered));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// A process may end while a child of it holds its output open, or close its output and live
    /// on: neither may hang us.
    private int awaitBothEnds() throws InterruptedException {
        CompletableFuture.anyOf(process.onExit(), outputEnded).join();
        if (!process.waitFor(LINGER)) {
            lingered = true;
            Thread.startVirtualThread(this::stopQuietly);
        }
        var code = process.waitFor();
        outputEndsWithin(LINGER);
        // Whatever it left running in its group goes with it; that also closes the pipes.
        supervisor.signal(Guardian.Signal.KILL, pid());
        if (!outputEndsWithin(GRACE)) {
            supervisor.sweepNow(entry);
            outputEndsWithin(GRACE);
        }
        return code;
    }

    private boolean outputEndsWithin(Duration time) throws InterruptedException {
        try {
            outputEnded.get(time.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException | ExecutionException _) {
            return false;
        }
    }

    private void stopQuietly() {
        try {
            stop();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (UncheckedIOException _) {
            process.destroyForcibly(); // no guardian to be had: end at least the leader
        }
    }
}
