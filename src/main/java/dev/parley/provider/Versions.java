package dev.parley.provider;

import java.util.Arrays;

/// Compares version numbers part by part; what is behind a dash or plus does not count.
final class Versions {
    private Versions() {}

    static int compare(String one, String other) {
        return Arrays.compare(numbers(one), numbers(other));
    }

    private static int[] numbers(String version) {
        var parts = version.replaceFirst("^v", "").split("[-+ ]", 2)[0].split("\\.", -1);
        return Arrays.stream(parts).limit(4).mapToInt(Versions::number).toArray();
    }

    private static int number(String part) {
        try {
            return Integer.parseInt(part);
        } catch (NumberFormatException _) {
            return 0;
        }
    }
}
