package dev.parley;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.LongSupplier;

/// A clock for durations: it starts with the one on the wall and then goes by itself, so that
/// whoever sets that one makes nothing expire early, late or never.
final class MonotonicClock extends Clock {
    private final Instant start;
    private final LongSupplier nanos;
    private final long startNanos;
    private final ZoneId zone;

    MonotonicClock(Clock wall) {
        this(wall.instant(), System::nanoTime, System.nanoTime(), wall.getZone());
    }

    MonotonicClock(Instant start, LongSupplier nanos, long startNanos, ZoneId zone) {
        this.start = start;
        this.nanos = nanos;
        this.startNanos = startNanos;
        this.zone = zone;
    }

    @Override
    public Instant instant() {
        return start.plusNanos(nanos.getAsLong() - startNanos);
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new MonotonicClock(start, nanos, startNanos, other);
    }
}
