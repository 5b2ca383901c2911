package dev.parley.sessionfile.scan;

import java.lang.ref.WeakReference;
import java.util.concurrent.locks.ReentrantLock;

/// Lets one thread at a time put together and read what is large: a line is in memory several times
/// while it is read, there are as many lines at once as threads, and buffers that grow leave behind
/// twice of what they hold. So there is one buffer for all.
public final class LargeLines {
    /// Longer lines are skipped: prompts with several pictures are shorter, and a line is in memory
    /// three times while it is read.
    public static final int LIMIT = 16 << 20;

    /// What is smaller is nobody's business.
    public static final int LARGE = 1 << 20;

    private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock();

    /// Guarded by the lock; given back to the system when memory is tidied up.
    private static WeakReference<byte[]> buffer = new WeakReference<>(null);

    private static final long MOST_LEFT = 12 << 20;
    private static long left; // guarded by the lock

    private LargeLines() {}

    public static void read(int length, Runnable reading) {
        if (length < LARGE) {
            reading.run();
            return;
        }
        ONE_AT_A_TIME.lock();
        try {
            reading.run();
        } finally {
            ONE_AT_A_TIME.unlock();
        }
    }

    /// Tells that something large was made of a line. The collector of a small heap lets such
    /// things lie, and makes the heap larger instead: some hundred megabytes of them.
    public static void leftBehind(int length) {
        if (length < LARGE) {
            return;
        }
        ONE_AT_A_TIME.lock();
        try {
            left += length;
            if (left > MOST_LEFT) {
                left = 0;
                System.gc();
            }
        } finally {
            ONE_AT_A_TIME.unlock();
        }
    }

    /// Takes the buffer, as long as the longest line; the thread gives it back with [#giveBack].
    static byte[] take() {
        ONE_AT_A_TIME.lock();
        var current = ONE_AT_A_TIME.getHoldCount() == 1 ? buffer.get() : null;
        if (current == null) {
            // A thread that has it already, inside of what it reads, needs another.
            current = new byte[LIMIT];
            buffer = new WeakReference<>(current);
        }
        return current;
    }

    static void giveBack() {
        ONE_AT_A_TIME.unlock();
    }
}
