import java.util.Locale;

/// Prints one line per figure: what, how much, and the limit if there is one.
final class Table {
    private boolean withinLimits = true;

    void title(String text) {
        System.out.println("\n" + text);
    }

    /// Durations in milliseconds.
    void line(String name, Samples samples) {
        print(
                name,
                "p50 %8.2f ms   p95 %8.2f ms   n=%d"
                        .formatted(samples.percentile(50), samples.percentile(95), samples.count()));
    }

    void line(String name, String text) {
        print(name, text);
    }

    void limited(String name, double value, String unit, double limit) {
        judged(name, value, unit, "limit", limit, value <= limit);
    }

    void atLeast(String name, double value, String unit, double least) {
        judged(name, value, unit, "at least", least, value >= least);
    }

    private void judged(String name, double value, String unit, String word, double limit, boolean ok) {
        withinLimits &= ok;
        print(
                name,
                String.format(
                        Locale.ROOT,
                        "%12.2f %s   %s %s %s: %s",
                        value,
                        unit,
                        word,
                        limit == Math.rint(limit) ? Long.toString((long) limit) : limit,
                        unit,
                        ok ? "ok" : "MISSED"));
    }

    private static void print(String name, String text) {
        System.out.printf("  %-44s %s%n", name, text);
    }

    boolean isWithinLimits() {
        return withinLimits;
    }
}
