package dev.parley.work.room;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/// Ends a turn from outside: when its time is over, when it does too much, when people have had
/// enough. Made on the thread of the turn.
final class TurnWatch implements AutoCloseable {
    private final Thread thread = Thread.currentThread();
    private @Nullable Thread alarm; // guarded by this
    private @Nullable String why; // guarded by this
    private boolean isOver; // guarded by this

    /// @param reason what people are told then
    synchronized void begin(Duration most, String reason) {
        if (alarm == null && !isOver) {
            alarm =
                    Thread.startVirtualThread(() -> {
                        try {
                            Thread.sleep(most);
                            end(reason);
                        } catch (InterruptedException _) {
                            // it ended in time
                        }
                    });
        }
    }

    synchronized void end(String reason) {
        if (!isOver && why == null) {
            why = reason;
            thread.interrupt();
        }
    }

    synchronized @Nullable String why() {
        return why;
    }

    /// From here on the thread is left alone.
    synchronized void leave() {
        isOver = true;
        if (alarm != null) {
            alarm.interrupt();
        }
        if (why != null) {
            var _ = Thread.interrupted();
        }
    }

    @Override
    public void close() {
        leave();
    }
}
