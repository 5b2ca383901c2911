import java.util.ArrayList;
import java.util.List;

/// Durations, in milliseconds. Several threads may add.
final class Samples {
    private final List<Double> values = new ArrayList<>();

    synchronized void add(long nanos) {
        values.add(nanos / 1e6);
    }

    synchronized void addAll(Samples other) {
        values.addAll(other.values);
    }

    synchronized int count() {
        return values.size();
    }

    synchronized double percentile(int percent) {
        var sorted = values.stream().sorted().toList();
        return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
    }

    double p50() {
        return percentile(50);
    }
}
