package dev.parley.door.cli.shared;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/// A time as a person says it: `5m ago`, `3h ago`, `2d ago`, and what is older by its date.
public final class Ago {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd");

    private Ago() {}

    public static String text(Instant time, Instant now, ZoneId zone) {
        var age = Duration.between(time, now);
        // Clocks of files may run ahead a little.
        if (age.toMinutes() < 1) {
            return age.toDays() < -1 ? DATE.format(time.atZone(zone)) : "now";
        }
        if (age.toHours() < 1) {
            return age.toMinutes() + "m ago";
        }
        if (age.toDays() < 1) {
            return age.toHours() + "h ago";
        }
        return age.toDays() < 14 ? age.toDays() + "d ago" : DATE.format(time.atZone(zone));
    }
}
