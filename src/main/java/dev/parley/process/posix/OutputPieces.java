package dev.parley.process.posix;

import java.util.ArrayDeque;
import java.util.Queue;

/// Output of a child that the listener has not taken yet. The poll thread puts it in; a virtual
/// thread, which exists only while there is something, hands it on and waits for the listener. When
/// too much waits, the pipe is not read until all of it is taken, so that the child waits, too.
final class OutputPieces implements PollThread.Ready {
    /// As much as a pipe holds.
    private static final int MOST_WAITING = 64 * 1024;

    private final String name;
    private final Child.Listener listener;
    // Guarded by this.
    private final Queue<byte[]> waiting = new ArrayDeque<>(1);
    private int bytes;
    private boolean isPaused;
    private boolean hasEnded;
    private boolean isHandedOn;

    /// @param name of the thread that hands on
    OutputPieces(String name, Child.Listener listener) {
        this.name = name;
        this.listener = listener;
    }

    /// On the poll thread. The virtual thread starts outside of the lock: it would often be there
    /// before the lock is free, and would have to be woken a second time.
    @Override
    public void run(PollThread.Watch pipe) {
        if (take(pipe.read(), pipe)) {
            Thread.ofVirtual().name(name).start(() -> handOn(pipe));
        }
    }

    /// Takes a piece in, or the end, which is an empty one.
    ///
    /// @return whether no thread hands on yet
    private synchronized boolean take(byte[] piece, PollThread.Watch pipe) {
        if (piece.length == 0) {
            hasEnded = true;
            pipe.close();
        } else {
            waiting.add(piece);
            bytes += piece.length;
            isPaused = bytes >= MOST_WAITING;
            if (isPaused) {
                pipe.pause();
            }
        }
        var isFirst = !isHandedOn;
        isHandedOn = true;
        return isFirst;
    }

    private void handOn(PollThread.Watch pipe) {
        while (true) {
            byte[] piece;
            synchronized (this) {
                var first = waiting.poll();
                if (first == null) {
                    isHandedOn = hasEnded; // after the end there is nothing to hand on
                    if (hasEnded) {
                        break;
                    }
                    return;
                }
                piece = first;
                bytes -= piece.length;
                if (isPaused && waiting.isEmpty()) {
                    isPaused = false;
                    pipe.goOn();
                }
            }
            listener.output(piece);
        }
        listener.outputEnded();
    }
}
