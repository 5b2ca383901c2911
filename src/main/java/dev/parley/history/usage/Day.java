package dev.parley.history.usage;

import dev.parley.base.problem.Problem;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.TemporalAdjusters;

/// A day as people say it: `2026-11-01`, `2026-11` and `2026` for the first of that time, `7d` for
/// the last seven days, `today`, `yesterday`.
public final class Day {
    private Day() {}

    /// The last day of what is said: of a month or a year, if it is one.
    public static LocalDate last(String text, LocalDate today) {
        var first = parse(text, today);
        if (text.matches("\\d{4}")) {
            return first.with(TemporalAdjusters.lastDayOfYear());
        }
        return text.matches("\\d{4}-\\d{2}")
                ? first.with(TemporalAdjusters.lastDayOfMonth())
                : first;
    }

    public static LocalDate parse(String text, LocalDate today) {
        try {
            if (text.equalsIgnoreCase("today")) {
                return today;
            }
            if (text.equalsIgnoreCase("yesterday")) {
                return today.minusDays(1);
            }
            if (text.matches("[1-9]\\d{0,4}d")) {
                return today.minusDays(Integer.parseInt(text.substring(0, text.length() - 1)) - 1L);
            }
            if (text.matches("\\d{4}")) {
                return LocalDate.of(Integer.parseInt(text), 1, 1);
            }
            return text.matches("\\d{4}-\\d{2}")
                    ? YearMonth.parse(text).atDay(1)
                    : LocalDate.parse(text);
        } catch (DateTimeException _) {
            throw Problem.invalid(
                    "\"" + text + "\" is no day.",
                    "Give one as 2026-11-01, 2026-11, 2026, today, yesterday, or 7d for the last"
                            + " seven days.");
        }
    }
}
