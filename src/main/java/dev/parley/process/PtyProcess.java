package dev.parley.process;

import dev.parley.base.problem.Problem;
import dev.parley.base.thread.Interruptible;
import dev.parley.process.ledger.PortableSpawner;
import dev.parley.process.ledger.ProcessLedger;
import dev.parley.process.posix.PipeThreads;
import dev.parley.process.posix.Spawner;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/// A child on a terminal of its own: a shell, or a CLI's interactive face. One small platform
/// thread reads what it prints; another one is borrowed while there is something to type.
public final class PtyProcess {
    /// How many characters the terminal holds.
    public record Size(int columns, int rows) {}

    /// Takes what the child prints. The array is used again afterwards.
    @FunctionalInterface
    public interface Output {
        void accept(byte[] bytes, int count);
    }

    /// How long each polite request may take before the next, less polite one.
    private static final Duration GRACE = Duration.ofMillis(1500);

    /// How long others may hold the terminal after the child ended.
    private static final Duration LINGER = Duration.ofMillis(300);

    /// How much may be typed ahead of a child that does not read.
    private static final int MOST_INPUT = 1024 * 1024;

    /// Opens the terminal inside the child: the leader of a session that opens a terminal first
    /// gets it as its controlling one. Opening it in Parley could make it Parley's.
    private static final String ENTER = "t=$1; shift; exec \"$@\" <>\"$t\" >&0 2>&0";

    private final Process process;
    private final Pty pty;
    private final Supervisor supervisor;
    private final ProcessLedger.Entry entry;
    private final CountDownLatch outputEnded = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Object typing = new Object(); // guards the four below
    private final Queue<byte[]> input = new ArrayDeque<>();
    private int inputBytes;
    private boolean isTyping;
    private boolean isGone;

    private PtyProcess(Process process, Pty pty, Supervisor supervisor, ProcessLedger.Entry entry) {
        this.process = process;
        this.pty = pty;
        this.supervisor = supervisor;
        this.entry = entry;
    }

    /// @param builder knows the directory and the environment, not the command
    static PtyProcess start(
            ProcessBuilder builder,
            List<String> command,
            Size size,
            Supervisor supervisor,
            ProcessLedger.Entry entry)
            throws IOException {
        var pty = Pty.open(size);
        var words = new ArrayList<>(PortableSpawner.OWN_SESSION);
        words.addAll(UsualSignals.words());
        words.addAll(List.of("/bin/sh", "-c", ENTER, "parley-terminal", pty.childEnd()));
        words.addAll(command);
        try {
            var process =
                    builder.command(words)
                            .redirectInput(ProcessBuilder.Redirect.from(Pty.NOTHING))
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            entry.started(process.pid());
            return new PtyProcess(process, pty, supervisor, entry);
        } catch (IOException | RuntimeException e) {
            pty.close();
            throw e;
        }
    }

    /// Begins to read; the supervisor knows the child by now.
    void follow(Output onOutput, IntConsumer onExit) {
        PipeThreads.lend("terminal-" + pid(), () -> read(onOutput));
        Interruptible.start("exit-" + pid(), () -> awaitExit(onExit));
    }

    public long pid() {
        return process.pid();
    }

    ProcessLedger.Entry entry() {
        return entry;
    }

    public void resize(Size size) {
        pty.resize(size);
    }

    /// Types. Returns at once; what is typed to a child that has ended is dropped.
    public void type(byte[] bytes) {
        synchronized (typing) {
            if (isGone || bytes.length == 0) {
                return;
            }
            if (inputBytes + bytes.length > MOST_INPUT) {
                throw new Problem(
                        Problem.Kind.TOO_LARGE,
                        "The program in the terminal does not read what is typed.",
                        "Wait until it does, or end it.");
            }
            input.add(bytes);
            inputBytes += bytes.length;
            if (!isTyping) {
                isTyping = true;
                PipeThreads.lend("typing-" + pid(), this::typeAll);
            }
        }
    }

    private void typeAll() {
        while (true) {
            byte[] next;
            synchronized (typing) {
                var waiting = input.poll();
                if (waiting == null) {
                    isTyping = false;
                    closeIfDone();
                    return;
                }
                next = waiting;
                inputBytes -= next.length;
            }
            if (!pty.write(next)) {
                synchronized (typing) {
                    input.clear();
                    inputBytes = 0;
                }
            }
        }
    }

    private void read(Output onOutput) {
        try {
            pty.readAll(onOutput);
        } finally {
            outputEnded.countDown();
            synchronized (typing) {
                isGone = true;
                input.clear();
                closeIfDone();
            }
        }
    }

    private void closeIfDone() {
        if (isGone && !isTyping) {
            pty.close();
        }
    }

    /// Ends the child as if its window were closed, then less politely. Returns when it is gone.
    public void stop() throws InterruptedException {
        supervisor.signal(Spawner.Signal.HUP, pid());
        if (!ended.await(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
            supervisor.signal(Spawner.Signal.KILL, pid());
        }
        ended.await();
    }

    private void awaitExit(IntConsumer onExit) throws InterruptedException {
        var code = process.waitFor();
        if (!outputEnded.await(LINGER.toMillis(), TimeUnit.MILLISECONDS)) {
            // A process that the child started still holds the terminal.
            supervisor.signal(Spawner.Signal.KILL, pid());
            supervisor.endDescendants(entry);
            outputEnded.await(GRACE.toMillis(), TimeUnit.MILLISECONDS);
        }
        supervisor.forget(this);
        ended.countDown();
        onExit.accept(code);
    }
}
