package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

class MonotonicClockTest {
    private static final Instant START = Instant.parse("2026-11-17T12:00:00Z");

    private long nanos = Long.MAX_VALUE - 5; // it may well turn over

    @Test
    void goesByItselfFromWhereItStarted() {
        var clock = new MonotonicClock(START, () -> nanos, nanos, ZoneOffset.UTC);
        assertEquals(START, clock.instant());
        nanos += Duration.ofMinutes(10).toNanos();
        assertEquals(START.plusSeconds(600), clock.instant());
        assertEquals(START.plusSeconds(600), clock.withZone(ZoneOffset.MAX).instant());
    }
}
