package dev.parley.session.retention;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Believes the clock on the wall only after it has gone as fast as the machine's own for a while:
/// one that has just jumped a year ahead must not make everything old. One thread uses it.
final class SteadyClock {
    /// A clock that is set right little by little is steady.
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private final Clock clock;
    private final LongSupplier nanos;
    private final Duration proof;
    private Instant since;
    private long sinceNanos;

    /// @param nanos a clock that nobody can set
    /// @param proof how long it has to be steady
    SteadyClock(Clock clock, LongSupplier nanos, Duration proof) {
        this.clock = clock;
        this.nanos = nanos;
        this.proof = proof;
        since = clock.instant();
        sinceNanos = nanos.getAsLong();
    }

    /// The time, if it can be believed. To be asked more often than it has to be steady.
    Optional<Instant> now() {
        var now = clock.instant();
        var passed = Duration.ofNanos(nanos.getAsLong() - sinceNanos);
        var apart = Duration.between(since, now).minus(passed).abs();
        if (apart.compareTo(TOLERANCE) > 0) {
            since = now;
            sinceNanos = nanos.getAsLong();
            return Optional.empty();
        }
        return passed.compareTo(proof) < 0 ? Optional.empty() : Optional.of(now);
    }
}
