package dev.parley.process.posix;

import java.io.IOException;
import java.io.OutputStream;

/// A child whose pipes and end are watched by the [PollThread]. While it has nothing to say no
/// thread is busy with it.
final class NativeChild implements Child {
    private final int pid;
    private final OutputStream input;
    private final int output;
    private final int errors;
    private final PollThread poll;
    private final boolean hasPidfds;

    /// @param output the descriptor of a pipe, like `errors`; both are closed at their end
    NativeChild(
            int pid,
            OutputStream input,
            int output,
            int errors,
            PollThread poll,
            boolean hasPidfds) {
        this.pid = pid;
        this.input = input;
        this.output = output;
        this.errors = errors;
        this.poll = poll;
        this.hasPidfds = hasPidfds;
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public OutputStream input() {
        return input;
    }

    @Override
    public void follow(Listener listener) throws IOException {
        watchErrors(listener);
        try {
            var pieces = new OutputPieces("stdout-" + pid, listener);
            poll.watch(output, pieces);
        } catch (IOException e) {
            close(input);
            Libc.close(output); // the other one ends with the child
            throw e;
        }
        watchEnd(listener);
    }

    private void watchErrors(Listener listener) throws IOException {
        try {
            poll.watch(errors, pipe -> onErrors(pipe, listener));
        } catch (IOException e) {
            closePipes();
            throw e;
        }
    }

    @Override
    public void closePipes() {
        close(input);
        Libc.close(output);
        Libc.close(errors);
    }

    private static void close(OutputStream pipe) {
        try {
            pipe.close();
        } catch (IOException _) {
            // closed already
        }
    }

    /// On the poll thread.
    private static void onErrors(PollThread.Watch pipe, Listener listener) {
        var bytes = pipe.read();
        if (bytes.length > 0) {
            listener.errors(bytes);
        } else {
            pipe.close();
            listener.errorsEnded();
        }
    }

    private void watchEnd(Listener listener) {
        var end = hasPidfds ? Libc.pidfdOpen(pid) : -1;
        if (end >= 0) {
            try {
                poll.watch(
                        end,
                        watch -> {
                            watch.close();
                            Thread.ofVirtual().name("exit-" + pid).start(listener::ended);
                        });
                return;
            } catch (IOException _) {
                Libc.close(end);
            }
        }
        PipeThreads.lend(
                "exit-" + pid,
                () -> {
                    awaitEnd();
                    listener.ended();
                });
    }

    @Override
    public void awaitEnd() {
        Libc.awaitEnd(pid);
    }

    @Override
    public int reap() {
        var status = Libc.waitpid(pid);
        var signal = status & 0x7f;
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal;
    }
}
