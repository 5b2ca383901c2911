package dev.parley.work.run;

import dev.parley.base.problem.Problem;

import java.time.Duration;
import java.util.regex.Pattern;

/// Durations as people write them: `90s`, `30m`, `2h`, `1h30m`, `30d`; a plain number is seconds.
public final class Durations {
    private static final Pattern WRITTEN =
            Pattern.compile("(?:(\\d{1,5})d)?(?:(\\d{1,6})h)?(?:(\\d{1,6})m)?(?:(\\d{1,9})s?)?");

    private Durations() {}

    public static Duration parse(String text) {
        var matcher = WRITTEN.matcher(text.strip());
        var duration =
                matcher.matches()
                        ? Duration.ofDays(number(matcher.group(1)))
                                .plusHours(number(matcher.group(2)))
                                .plusMinutes(number(matcher.group(3)))
                                .plusSeconds(number(matcher.group(4)))
                        : Duration.ZERO;
        if (!duration.isPositive()) {
            throw Problem.invalid(
                    "\"" + text + "\" is no duration.", "Write 90s, 30m, 2h, 1h30m or 30d.");
        }
        return duration;
    }

    private static long number(String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    /// The same notation: `1h30m`.
    public static String text(Duration duration) {
        var text = new StringBuilder();
        append(text, duration.toHours(), "h");
        append(text, duration.toMinutesPart(), "m");
        append(text, duration.toSecondsPart(), "s");
        return text.isEmpty() ? duration.toMillis() + "ms" : text.toString();
    }

    private static void append(StringBuilder text, long count, String unit) {
        if (count > 0) {
            text.append(count).append(unit);
        }
    }
}
