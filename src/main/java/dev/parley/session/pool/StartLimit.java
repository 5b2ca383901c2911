package dev.parley.session.pool;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/// How long a process may take to begin a conversation. Only time without a sign of life counts, so
/// that a CLI which starts slowly on a busy machine is not taken for one that hangs; but ten times
/// as long is too long in any case. Its session's thread owns it.
public final class StartLimit {
    private static final int MOST_TIMES = 10;

    /// A process that has used so much of a processor is at work.
    private static final int BUSY_SHARE = 50;

    /// What a process has shown of itself so far.
    ///
    /// @param lines how many it has written
    /// @param worked how long it has used a processor
    public record Signs(long lines, Duration worked) {}

    private final Duration limit;
    private Optional<Supplier<Signs>> process = Optional.empty();
    private Signs seen = new Signs(0, Duration.ZERO);
    private long began;
    private long due;

    public StartLimit(Duration limit) {
        this.limit = limit;
    }

    /// A conversation is to begin on a process.
    public void begun(Supplier<Signs> signs) {
        process = Optional.of(signs);
        seen = signs.get();
        began = System.nanoTime();
        due = began + limit.toNanos();
    }

    /// It has begun, or never will.
    public void over() {
        process = Optional.empty();
    }

    /// In nanoseconds, until [#isExceeded] is worth asking; empty when nothing begins.
    public Optional<Long> untilDue() {
        return process.map(_ -> Math.max(0, due - System.nanoTime()));
    }

    /// Whether the time is up. A process that shows signs of life gets more of it.
    public boolean isExceeded() {
        if (process.isEmpty() || System.nanoTime() < due) {
            return false;
        }
        var now = process.get().get();
        var isAlive = now.lines() != seen.lines() || hasWorked(now);
        seen = now;
        due = System.nanoTime() + limit.toNanos();
        return !isAlive || due - began > MOST_TIMES * limit.toNanos();
    }

    /// Children that came and went count, too.
    private boolean hasWorked(Signs now) {
        return now.worked().minus(seen.worked()).abs().compareTo(limit.dividedBy(BUSY_SHARE)) >= 0;
    }

    public long seconds() {
        return limit.toSeconds();
    }
}
