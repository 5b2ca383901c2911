package dev.parley.work.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.event.Event;
import dev.parley.event.SessionKey;

import org.junit.jupiter.api.Test;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

class LateReasonTest {
    private static final Instant NOW = Instant.parse("2026-11-19T05:19:20Z");
    private static final SessionKey SESSION = new SessionKey("kimi", "session_1");
    private static final Event.Failed QUOTA = new Event.Failed("429 quota", "429", false);

    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicInteger pauses = new AtomicInteger();

    /// @param written at which look it is there
    private Optional<Event.Failed> find(int written, Instant failed) throws InterruptedException {
        var late =
                new LateReason(
                        _ ->
                                looks.incrementAndGet() >= written
                                        ? Optional.of(QUOTA)
                                        : Optional.empty(),
                        Clock.fixed(NOW, ZoneOffset.UTC),
                        pauses::incrementAndGet);
        return late.find(SESSION, failed);
    }

    @Test
    void whatIsThereIsFoundAtOnce() throws InterruptedException {
        assertThat(find(1, NOW)).contains(QUOTA);
        assertThat(pauses).hasValue(0);
    }

    @Test
    void whatIsWrittenALittleLaterIsFound() throws InterruptedException {
        assertThat(find(3, NOW.minusMillis(10))).contains(QUOTA);
        assertThat(pauses).hasValue(2);
    }

    @Test
    void nobodyWaitsForTheReasonOfAnOldFailure() throws InterruptedException {
        assertThat(find(2, NOW.minusSeconds(60))).isEmpty();
        assertThat(pauses).hasValue(0);
    }

    @Test
    void aClockThatStandsStillEndsTheWaiting() throws InterruptedException {
        assertThat(find(Integer.MAX_VALUE, NOW.plusSeconds(3600))).isEmpty();
        assertThat(looks.get()).isLessThan(100);
    }
}
