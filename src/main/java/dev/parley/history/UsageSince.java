package dev.parley.history;

import dev.parley.problem.Problem;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;

/// The first day of a report, as people say it: `2026-11-01`, or `7d` for the last seven days.
public final class UsageSince {
    private UsageSince() {}

    public static Optional<LocalDate> parse(Optional<String> text, LocalDate today) {
        return text.map(since -> parse(since, today));
    }

    private static LocalDate parse(String text, LocalDate today) {
        try {
            return text.matches("[1-9]\\d{0,4}d")
                    ? today.minusDays(Integer.parseInt(text.substring(0, text.length() - 1)) - 1L)
                    : LocalDate.parse(text);
        } catch (DateTimeException _) {
            throw Problem.invalid(
                    "\"" + text + "\" is no day.",
                    "Give one as 2026-11-01, or 7d for the last seven days.");
        }
    }
}
