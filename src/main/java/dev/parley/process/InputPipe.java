package dev.parley.process;

import dev.parley.base.problem.Scarcity;
import dev.parley.process.posix.PipeThreads;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Queue;

/// Standard input of a child. A thread is borrowed while there is something to write, since a child
/// that does not read blocks the thread that writes. Thread-safe.
final class InputPipe {
    /// What a pipe takes at once on every system; Linux takes four times as much.
    private static final int EMPTY_PIPE_TAKES = 16 * 1024;

    private static final int MOST_WAITING = 256;

    private final String name;
    private final OutputStream out;
    // Guarded by this.
    private final Queue<byte[]> waiting = new ArrayDeque<>(1);
    private boolean isOpen = true;
    private boolean isUntouched = true;
    private boolean isWriting;

    /// @param name of the thread that writes
    InputPipe(String name, OutputStream out) {
        this.name = name;
        this.out = out;
    }

    synchronized boolean isOpen() {
        return isOpen;
    }

    /// Queues bytes. Waits when the child does not read for a long while. Bytes after the end are
    /// dropped.
    synchronized void send(byte[] bytes) throws InterruptedException {
        while (isOpen && waiting.size() >= MOST_WAITING) {
            wait();
        }
        if (!isOpen || bytes.length == 0) {
            return;
        }
        if (isUntouched && bytes.length <= EMPTY_PIPE_TAKES) {
            // The first words fit into the empty pipe, so that writing cannot block and no thread
            // is
            // needed.
            write(bytes, true);
        } else {
            waiting.add(bytes);
            if (!isWriting) {
                isWriting = true;
                lendThread();
            }
        }
        isUntouched = false;
    }

    private void lendThread() {
        try {
            PipeThreads.lend(name, this::writeAll);
        } catch (OutOfMemoryError e) {
            isWriting = false;
            waiting.clear();
            throw Scarcity.problem(e);
        }
    }

    /// End of input, after everything that was sent.
    synchronized void close() {
        isOpen = false;
        notifyAll();
        if (!isWriting) {
            closeNow();
        }
    }

    /// The child is gone: nobody reads what waits.
    synchronized void abandon() {
        isOpen = false;
        waiting.clear();
        notifyAll();
        closeNow();
    }

    private void writeAll() {
        while (true) {
            byte[] next;
            boolean isLast;
            synchronized (this) {
                var first = waiting.poll();
                if (first == null) {
                    isWriting = false;
                    if (!isOpen) {
                        closeNow();
                    }
                    return;
                }
                next = first;
                isLast = waiting.isEmpty();
                notifyAll();
            }
            write(next, isLast);
        }
    }

    private void write(byte[] bytes, boolean isLast) {
        try {
            out.write(bytes);
            if (isLast) {
                out.flush();
            }
        } catch (IOException _) {
            // The child closed its input or died; its exit says why.
            synchronized (this) {
                isOpen = false;
                waiting.clear();
                notifyAll();
            }
        }
    }

    private void closeNow() {
        try {
            out.close();
        } catch (IOException _) {
            // closed already
        }
    }
}
