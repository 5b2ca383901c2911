package dev.parley.session.pool;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/// How long a process may take to begin a conversation. Only time without a sign of life counts, so
/// that a CLI which starts slowly on a busy machine is not taken for one that hangs; but ten times
/// as long is too long in any case. Its session's thread owns it.
public final class StartLimit {
    private static final int MOST_TIMES = 10;

    /// A process that has used so much of a processor since its last sign, as a part of the limit,
    /// is at work.
    private static final int BUSY_SHARE = 50;

    /// How often we look for signs within the limit: a sign counts from the look that found it.
    private static final int LOOKS = 10;

    /// What a process has shown of itself so far.
    ///
    /// @param lines how many it has written
    /// @param worked how long it has used a processor
    public record Signs(long lines, Duration worked) {}

    private final Duration limit;
    private final Duration step;
    private Optional<Supplier<Signs>> process = Optional.empty();
    private Signs seen = new Signs(0, Duration.ZERO);
    private long began;
    private long lastSign;
    private long nextLook;

    public StartLimit(Duration limit) {
        this.limit = limit;
        step = limit.dividedBy(LOOKS);
    }

    /// A conversation is to begin on a process.
    public void begun(Supplier<Signs> signs) {
        process = Optional.of(signs);
        seen = signs.get();
        began = System.nanoTime();
        lastSign = began;
        nextLook = began + step.toNanos();
    }

    /// It has begun, or never will.
    public void over() {
        process = Optional.empty();
    }

    /// In nanoseconds, until [#exceeded] is worth asking; empty when nothing begins.
    public Optional<Long> untilDue() {
        return process.map(_ -> Math.max(0, nextLook - System.nanoTime()));
    }

    /// What took too long, to be said of the agent; empty while it has time.
    public Optional<String> exceeded() {
        var now = System.nanoTime();
        if (process.isEmpty() || now < nextLook) {
            return Optional.empty();
        }
        nextLook = now + step.toNanos();
        var signs = process.get().get();
        if (signs.lines() != seen.lines() || hasWorked(signs)) {
            lastSign = now;
            seen = signs;
        }
        if (now - lastSign >= limit.toNanos()) {
            return Optional.of(
                    "has shown no sign of life for %d seconds and has not begun"
                            .formatted(limit.toSeconds()));
        }
        var most = limit.multipliedBy(MOST_TIMES);
        return now - began >= most.toNanos()
                ? Optional.of("did not begin within %d seconds".formatted(most.toSeconds()))
                : Optional.empty();
    }

    /// Children that came and went count, too.
    private boolean hasWorked(Signs now) {
        return now.worked().minus(seen.worked()).abs().compareTo(limit.dividedBy(BUSY_SHARE)) >= 0;
    }
}
