package dev.parley.door.cli.shared;

import java.util.Locale;

/// How much there is of something, as a person reads it: `12.3 MB`.
public final class Bytes {
    private static final String[] UNITS = {"bytes", "KB", "MB", "GB", "TB"};

    private Bytes() {}

    public static String shown(long bytes) {
        var unit = 0;
        double shown = bytes;
        while (shown >= 1000 && unit < UNITS.length - 1) {
            shown /= 1000;
            unit++;
        }
        return unit == 0
                ? bytes + " " + UNITS[0]
                : String.format(Locale.ROOT, "%.1f %s", shown, UNITS[unit]);
    }
}
