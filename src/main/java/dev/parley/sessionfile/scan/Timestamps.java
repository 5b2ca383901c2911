package dev.parley.sessionfile.scan;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/// Reads the times in session files. Nearly all are written in one form, for which the JDK's parser
/// would be a quarter of the time that reading a session takes.
final class Timestamps {
    private static final byte[] USUAL = "0000-00-00T00:00:00.000Z".getBytes(UTF_8);
    private static final int SECONDS_A_DAY = 86_400;

    private Timestamps() {}

    static Optional<Instant> parse(String text) {
        var bytes = text.getBytes(UTF_8);
        return parse(bytes, 0, bytes.length);
    }

    static Optional<Instant> parse(byte[] bytes, int from, int to) {
        try {
            return Optional.of(
                    isUsual(bytes, from, to)
                            ? usual(bytes, from)
                            : Instant.parse(new String(bytes, from, to - from, UTF_8)));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private static boolean isUsual(byte[] bytes, int from, int to) {
        if (to - from != USUAL.length) {
            return false;
        }
        for (var at = 0; at < USUAL.length; at++) {
            var expected = USUAL[at];
            var found = bytes[from + at];
            if (expected == '0' ? found < '0' || found > '9' : found != expected) {
                return false;
            }
        }
        // A leap second, or midnight at the end of a day: not usual.
        return two(bytes, from + 11) < 24
                && two(bytes, from + 14) < 60
                && two(bytes, from + 17) < 60;
    }

    private static Instant usual(byte[] bytes, int from) {
        var year = two(bytes, from) * 100 + two(bytes, from + 2);
        var day = LocalDate.of(year, two(bytes, from + 5), two(bytes, from + 8)).toEpochDay();
        var seconds =
                two(bytes, from + 11) * 3600 + two(bytes, from + 14) * 60 + two(bytes, from + 17);
        var millis = two(bytes, from + 20) * 10 + (bytes[from + 22] - '0');
        return Instant.ofEpochSecond(day * SECONDS_A_DAY + seconds, millis * 1_000_000L);
    }

    private static int two(byte[] bytes, int at) {
        return (bytes[at] - '0') * 10 + (bytes[at + 1] - '0');
    }
}
