package dev.parley.stored;

import java.util.concurrent.locks.ReentrantLock;

/// Lets one thread at a time read what is large: a line is in memory several times while it is
/// read, and there are as many lines at once as threads.
final class Large {
    private static final int LARGE = 1 << 20;
    private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock();

    private Large() {}

    static void read(int length, Runnable reading) {
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
}
