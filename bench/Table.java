import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;

/// Prints one line per figure: what, how much, and the limit if there is one. At the end, all that
/// has a limit stands in one table, with what it was measured beside.
final class Table {
    /// What a figure stands beside, in the same unit: the bare operation, or another program.
    record Beside(OptionalDouble bare, OptionalDouble peer) {
        static final Beside NOTHING = new Beside(OptionalDouble.empty(), OptionalDouble.empty());

        static Beside bare(double value) {
            return new Beside(OptionalDouble.of(value), OptionalDouble.empty());
        }

        static Beside peer(double value) {
            return new Beside(OptionalDouble.empty(), OptionalDouble.of(value));
        }
    }

    private record Row(String measure, double ours, String unit, Beside beside, String limit, boolean isKept) {}

    private final List<Row> rows = new ArrayList<>();
    private final Set<String> missing = new LinkedHashSet<>();
    private String title = "";
    private String before = "";

    /// What is measured next, and how busy the machine is meanwhile.
    void title(String text) {
        title = text;
        System.out.println("\n" + text + "   (load " + load() + ")");
    }

    private static String load() {
        try {
            return Files.readString(Path.of("/proc/loadavg")).split(" ")[0];
        } catch (IOException _) {
            return "unknown";
        }
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
        limited(name, value, unit, limit, Beside.NOTHING);
    }

    /// @param value how much ours is itself
    void limited(String name, double value, String unit, double limit, Beside beside) {
        judged(name, value, unit, "limit", limit, value <= limit, beside);
    }

    /// How many times as much ours is as the other's.
    ///
    /// @param unit of both
    void ratio(String name, double ours, double other, String unit, double limit, boolean isPeer) {
        var ratio = ours / other;
        var isKept = ratio <= limit;
        print(name, "%12.2f ×   limit %s ×: %s".formatted(ratio, number(limit), isKept ? "ok" : "MISSED"));
        add(name, ours, unit, isPeer ? Beside.peer(other) : Beside.bare(other), "<= " + number(limit) + " ×", isKept);
    }

    void atLeast(String name, double value, String unit, double least) {
        judged(name, value, unit, "at least", least, value >= least, Beside.NOTHING);
    }

    /// Something to compare with that is not on this machine.
    void missing(String what) {
        missing.add(what);
        print(what, "not there: nothing is compared with it");
    }

    private void judged(
            String name, double value, String unit, String word, double limit, boolean isKept, Beside beside) {
        print(
                name,
                String.format(
                        Locale.ROOT,
                        "%12.2f %s   %s %s %s: %s",
                        value,
                        unit,
                        word,
                        number(limit),
                        unit,
                        isKept ? "ok" : "MISSED"));
        add(name, value, unit, beside, (word.equals("limit") ? "<= " : ">= ") + number(limit), isKept);
    }

    private void add(String name, double ours, String unit, Beside beside, String limit, boolean isKept) {
        // An indented figure is about the line before it.
        var about = name.startsWith(" ") ? before + "," + name.substring(1) : name;
        rows.add(new Row(title + ": " + about, ours, unit, beside, limit, isKept));
    }

    private static String number(double limit) {
        return limit == Math.rint(limit) ? Long.toString((long) limit) : Double.toString(limit);
    }

    private void print(String name, String text) {
        before = name.startsWith(" ") ? before : name;
        System.out.printf("  %-44s %s%n", name, text);
    }

    /// Everything with a limit, and what could not be compared.
    void summary() {
        System.out.printf(
                "%n%-92s %12s %12s %12s %8s   %s%n", "measure", "ours", "bare", "peer", "ratio", "limit");
        for (var row : rows) {
            var other = row.beside().peer().isPresent() ? row.beside().peer() : row.beside().bare();
            System.out.printf(
                    "%-92s %12s %12s %12s %8s   %s %s %s%n",
                    row.measure(),
                    "%.2f".formatted(row.ours()),
                    shown(row.beside().bare()),
                    shown(row.beside().peer()),
                    other.isPresent() ? "%.2f ×".formatted(row.ours() / other.getAsDouble()) : "–",
                    row.limit(),
                    row.limit().endsWith("×") ? "of " + row.unit() : row.unit(),
                    row.isKept() ? "" : "MISSED");
        }
        if (!missing.isEmpty()) {
            System.out.println("\nNot compared, because it is not there: " + String.join("; ", missing));
        }
    }

    private static String shown(OptionalDouble value) {
        return value.isPresent() ? "%.2f".formatted(value.getAsDouble()) : "–";
    }

    boolean isWithinLimits() {
        return rows.stream().allMatch(Row::isKept);
    }
}
