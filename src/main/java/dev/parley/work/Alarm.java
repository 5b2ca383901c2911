package dev.parley.work;

import java.time.Duration;

/// Interrupts the thread that made it when the time is up; not any more once it is closed.
public final class Alarm implements AutoCloseable {
    private final Thread caller = Thread.currentThread();
    private final Thread clock;
    private boolean isOver; // guarded by this
    private boolean hasRung; // guarded by this

    public Alarm(Duration after) {
        clock =
                Thread.startVirtualThread(() -> {
                    try {
                        Thread.sleep(after);
                        ring();
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                });
    }

    private synchronized void ring() {
        if (!isOver) {
            hasRung = true;
            caller.interrupt();
        }
    }

    public synchronized boolean hasRung() {
        return hasRung;
    }

    @Override
    public synchronized void close() {
        isOver = true;
        clock.interrupt();
        if (hasRung) {
            Thread.interrupted(); // it was meant for the turn
        }
    }
}
