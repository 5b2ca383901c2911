package dev.parley.work.call;

import dev.parley.api.ApiKey;
import dev.parley.work.CallRefused;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Holds the keys to their limits: calls at the same time, and calls begun within a minute.
/// Thread-safe.
final class KeyLimits {
    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int SOON_SECONDS = 5;

    private static final class Counts {
        private final Deque<Instant> begun = new ArrayDeque<>();
        private int running;
    }

    private final Clock clock;
    private final Map<String, Counts> keys = new HashMap<>();

    KeyLimits(Clock clock) {
        this.clock = clock;
    }

    CallSlots.Slot take(Optional<ApiKey> key) {
        return key.isEmpty() ? () -> {} : take(key.get());
    }

    private synchronized CallSlots.Slot take(ApiKey key) {
        var counts = keys.computeIfAbsent(key.name(), _ -> new Counts());
        key.findMaxConcurrent()
                .filter(most -> counts.running >= most)
                .ifPresent(most -> {
                    throw CallRefused.tooMany(
                            "The key \"%s\" takes %d calls at a time.".formatted(key.name(), most),
                            SOON_SECONDS);
                });
        var now = clock.instant();
        key.findPerMinute()
                .ifPresent(most -> {
                    checkRate(key.name(), most, counts.begun, now);
                    counts.begun.addLast(now);
                });
        counts.running++;
        return () -> giveBack(counts);
    }

    private static void checkRate(String name, int most, Deque<Instant> begun, Instant now) {
        while (!begun.isEmpty() && !begun.getFirst().plus(WINDOW).isAfter(now)) {
            begun.removeFirst();
        }
        if (begun.size() >= most) {
            var wait = Duration.between(now, begun.getFirst().plus(WINDOW));
            throw CallRefused.tooMany(
                    "The key \"%s\" takes %d calls per minute.".formatted(name, most),
                    (int) wait.plusMillis(999).toSeconds());
        }
    }

    private synchronized void giveBack(Counts counts) {
        counts.running--;
    }
}
