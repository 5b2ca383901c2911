package dev.parley.session;

import java.time.Duration;
import java.util.Optional;

/// How long an agent may take to obey an interrupt. Its session's thread owns it.
final class InterruptGrace {
    private final Duration grace;
    private Optional<Long> deadline = Optional.empty();

    InterruptGrace(Duration grace) {
        this.grace = grace;
    }

    /// Asking again gives no more time.
    void asked() {
        if (deadline.isEmpty()) {
            deadline = Optional.of(System.nanoTime() + grace.toNanos());
        }
    }

    /// Nothing runs any more.
    void obeyed() {
        deadline = Optional.empty();
    }

    /// In nanoseconds; empty when nobody asked.
    Optional<Long> untilOver() {
        return deadline.map(at -> Math.max(0, at - System.nanoTime()));
    }

    boolean isOver() {
        return untilOver().filter(left -> left == 0).isPresent();
    }

    long seconds() {
        return grace.toSeconds();
    }
}
