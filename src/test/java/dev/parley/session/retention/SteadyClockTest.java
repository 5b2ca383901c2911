package dev.parley.session.retention;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

class SteadyClockTest {
    private static final Instant START = Instant.parse("2026-11-17T12:00:00Z");

    private Instant wall = START;
    private long nanos = 42;

    private final SteadyClock clock =
            new SteadyClock(
                    new Clock() {
                        @Override
                        public ZoneId getZone() {
                            return ZoneOffset.UTC;
                        }

                        @Override
                        public Clock withZone(ZoneId zone) {
                            return this;
                        }

                        @Override
                        public Instant instant() {
                            return wall;
                        }
                    },
                    () -> nanos,
                    Duration.ofHours(1));

    private Optional<Instant> after(Duration passed) {
        wall = wall.plus(passed);
        nanos += passed.toNanos();
        return clock.now();
    }

    private Optional<Instant> afterMinutes(int minutes) {
        return after(Duration.ofMinutes(minutes));
    }

    @Test
    void isBelievedAfterAnHour() {
        assertEquals(Optional.empty(), clock.now());
        assertEquals(Optional.empty(), afterMinutes(59));
        assertEquals(Optional.of(START.plusSeconds(3600)), afterMinutes(1));
    }

    @Test
    void aJumpIsNotBelievedForAnHourInWhicheverDirection() {
        afterMinutes(61);
        for (var jump : new int[] {365, -1}) {
            wall = wall.plus(Duration.ofDays(jump));
            assertEquals(Optional.empty(), clock.now());
            assertEquals(Optional.empty(), afterMinutes(50));
            assertEquals(Optional.of(wall.plusSeconds(600)), afterMinutes(10));
        }
    }

    @Test
    void aClockThatJumpsForAMomentIsNeverBelievedInThatMoment() {
        afterMinutes(61);
        wall = wall.plus(Duration.ofDays(365));
        assertEquals(Optional.empty(), afterMinutes(10));
        wall = wall.minus(Duration.ofDays(365));
        assertEquals(Optional.empty(), afterMinutes(10));
        assertEquals(Optional.of(wall.plusSeconds(3600)), afterMinutes(60));
    }

    @Test
    void aClockThatIsSetRightLittleByLittleIsSteady() {
        afterMinutes(61);
        wall = wall.plusSeconds(20);
        assertEquals(Optional.of(wall), clock.now());
    }
}
