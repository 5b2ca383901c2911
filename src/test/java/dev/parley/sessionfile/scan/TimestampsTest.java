package dev.parley.sessionfile.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/// The short way to read a time tells the same as the JDK's.
class TimestampsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-16T05:17:41.123Z",
                "1970-01-01T00:00:00.000Z",
                "2024-02-29T23:59:59.999Z",
                "2025-02-29T00:00:00.000Z",
                "2026-13-01T00:00:00.000Z",
                "2026-11-16T24:00:00.000Z",
                "2026-11-16T25:00:00.000Z",
                "2016-12-31T23:59:60.000Z",
                "2026-11-16T05:17:41Z",
                "2026-11-16T05:17:41.123456Z",
                "2026-11-16T05:17:41.123+01:00",
                "2026-11-16 05:17:41.123Z",
                "0000-01-01T00:00:00.000Z",
                "",
                "yesterday"
            })
    void readsWhatTheJdkReads(String text) {
        assertEquals(byTheJdk(text), Timestamps.parse(text));
    }

    private static Optional<Instant> byTheJdk(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
