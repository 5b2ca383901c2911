package dev.parley.work.limit;

import dev.parley.event.Offer;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// When a limit ends: as the CLI has told it of its account, else as the words of the failure say.
final class LimitEnd {
    /// A later end is a mistake.
    private static final Duration LONGEST = Duration.ofDays(62);

    private static final double ALL = 99.5;
    private static final int LONGEST_TEXT = 2_000;
    private static final List<String> MONTHS =
            List.of(
                    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov",
                    "dec");

    /// Seconds since 1970, as Claude Code told it behind a bar.
    private static final Pattern EPOCH = Pattern.compile("\\|(\\d{10})\\b");

    private static final Pattern ISO =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?Z");

    /// `after 2h30m`, `in 3 days 4 hours 5 minutes`, `in 35.8s`
    private static final Pattern SPAN =
            Pattern.compile(
                    "\\b(?:in|after)\\s+((?:\\d{1,6}(?:\\.\\d{1,9})?\\s?(?:days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)\\b?[ ,]{0,2}){1,4})",
                    Pattern.CASE_INSENSITIVE);

    private static final Pattern PART =
            Pattern.compile("(\\d{1,6}(?:\\.\\d{1,9})?)\\s?([dhms])", Pattern.CASE_INSENSITIVE);

    /// `resets 3pm (Europe/Berlin)`, `try again at 8:12 PM`, `resets Nov 20, 3pm`
    private static final Pattern CLOCK =
            Pattern.compile(
                    "(?:resets?|again|until)(?: at| on)? (?:([a-z]{3})[a-z]{0,6}\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (?:\\d{4},? )?(?:at )?)?(\\d{1,2})(?::(\\d\\d))? ?([ap]m)?(?: \\(([A-Za-z_]{1,20}(?:/[A-Za-z_]{1,20}){0,2})\\))?",
                    Pattern.CASE_INSENSITIVE);

    private LimitEnd() {}

    /// @param at when it was reached
    /// @param zone in which times without one are meant
    static Optional<Instant> of(String text, Offer offer, Instant at, ZoneId zone) {
        return told(offer, at)
                .or(() -> said(text.substring(0, Math.min(text.length(), LONGEST_TEXT)), at, zone))
                .filter(end -> end.isAfter(at) && end.isBefore(at.plus(LONGEST)));
    }

    /// Of several limits that are used up the last one counts.
    private static Optional<Instant> told(Offer offer, Instant at) {
        return offer.quota() == null
                ? Optional.empty()
                : offer.quota().stream()
                        .filter(quota -> quota.usedPercent() >= ALL)
                        .map(Offer.Quota::resetsAt)
                        .filter(Objects::nonNull)
                        .filter(at::isBefore)
                        .max(Comparator.naturalOrder());
    }

    private static Optional<Instant> said(String text, Instant at, ZoneId zone) {
        var epoch = EPOCH.matcher(text);
        if (epoch.find()) {
            return Optional.of(Instant.ofEpochSecond(Long.parseLong(epoch.group(1))));
        }
        try {
            var iso = ISO.matcher(text);
            if (iso.find()) {
                return Optional.of(Instant.parse(iso.group()));
            }
            var span = SPAN.matcher(text);
            if (span.find()) {
                return Optional.of(at.plus(length(span.group(1))));
            }
            var clock = CLOCK.matcher(text);
            while (clock.find()) {
                if (clock.group(4) != null || clock.group(5) != null) {
                    return Optional.of(next(clock, at, zone));
                }
            }
        } catch (DateTimeException | ArithmeticException _) {
            // words that look like a time and are none
        }
        return Optional.empty();
    }

    private static Duration length(String span) {
        var millis = 0.0;
        var part = PART.matcher(span);
        while (part.find()) {
            var unit =
                    switch (part.group(2).toLowerCase(Locale.ROOT)) {
                        case "d" -> Duration.ofDays(1);
                        case "h" -> Duration.ofHours(1);
                        case "m" -> Duration.ofMinutes(1);
                        default -> Duration.ofSeconds(1);
                    };
            millis += Double.parseDouble(part.group(1)) * unit.toMillis();
        }
        return Duration.ofMillis((long) millis);
    }

    /// The next time the clock shows that.
    private static Instant next(Matcher clock, Instant at, ZoneId usual) {
        var zone = clock.group(6) == null ? usual : ZoneId.of(clock.group(6));
        var hour = Integer.parseInt(clock.group(3));
        var half = clock.group(5);
        if (half != null) {
            hour = hour % 12 + (half.toLowerCase(Locale.ROOT).equals("pm") ? 12 : 0);
        }
        var minute = clock.group(4) == null ? 0 : Integer.parseInt(clock.group(4));
        var now = at.atZone(zone);
        var then = now.with(LocalTime.of(hour, minute));
        if (clock.group(1) == null) {
            return (then.isAfter(now) ? then : then.plusDays(1)).toInstant();
        }
        var month = MONTHS.indexOf(clock.group(1).toLowerCase(Locale.ROOT)) + 1;
        var day = then.with(MonthDay.of(month, Integer.parseInt(clock.group(2))));
        return later(day, now).toInstant();
    }

    private static ZonedDateTime later(ZonedDateTime day, ZonedDateTime now) {
        return day.isAfter(now) ? day : day.plusYears(1);
    }
}
