package dev.parley.provider;

import java.util.Arrays;
import java.util.regex.Pattern;

/// Compares version numbers part by part; what is behind a dash or plus does not count.
final class Versions {
    private static final Pattern LEADING_DIGITS = Pattern.compile("^\\d{1,18}");

    private Versions() {}

    static int compare(String one, String other) {
        return Arrays.compare(numbers(one), numbers(other));
    }

    /// Four numbers; `2.0` is the same as `2.0.0`.
    private static long[] numbers(String version) {
        var parts = version.replaceFirst("^v", "").split("[-+ ]", 2)[0].split("\\.", -1);
        return Arrays.copyOf(
                Arrays.stream(parts).limit(4).mapToLong(Versions::number).toArray(), 4);
    }

    /// The digits a part begins with.
    private static long number(String part) {
        var digits = LEADING_DIGITS.matcher(part);
        return digits.find() ? Long.parseLong(digits.group()) : 0;
    }
}
