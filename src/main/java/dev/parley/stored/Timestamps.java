package dev.parley.stored;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/// Reads the times in session files. Nearly all are written in one form, for which the JDK's parser
/// would be a quarter of the time that reading a session takes.
final class Timestamps {
    private static final String USUAL = "0000-00-00T00:00:00.000Z";
    private static final int SECONDS_A_DAY = 86_400;

    private Timestamps() {}

    static Optional<Instant> parse(String text) {
        try {
            return Optional.of(isUsual(text) ? usual(text) : Instant.parse(text));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private static boolean isUsual(String text) {
        if (text.length() != USUAL.length()) {
            return false;
        }
        for (var at = 0; at < USUAL.length(); at++) {
            var expected = USUAL.charAt(at);
            var found = text.charAt(at);
            if (expected == '0' ? found < '0' || found > '9' : found != expected) {
                return false;
            }
        }
        // A leap second, or midnight at the end of a day: not usual.
        return number(text, 11, 13) < 24 && number(text, 14, 16) < 60 && number(text, 17, 19) < 60;
    }

    private static Instant usual(String text) {
        var day =
                LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10))
                        .toEpochDay();
        var seconds =
                number(text, 11, 13) * 3600 + number(text, 14, 16) * 60 + number(text, 17, 19);
        return Instant.ofEpochSecond(
                day * SECONDS_A_DAY + seconds, number(text, 20, 23) * 1_000_000L);
    }

    private static int number(String text, int from, int to) {
        var number = 0;
        for (var at = from; at < to; at++) {
            number = number * 10 + (text.charAt(at) - '0');
        }
        return number;
    }
}
