import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The same command measured several times; the median of its processor time counts.
final class Costs {
    private final List<Cost> costs = new ArrayList<>();

    void add(Cost cost) {
        costs.add(cost);
    }

    boolean isEmpty() {
        return costs.isEmpty();
    }

    double cpu() {
        return median().cpuSeconds();
    }

    double peak() {
        return costs.stream().mapToDouble(Cost::peakMegabytes).max().orElse(0);
    }

    String output() {
        return costs.getLast().output();
    }

    private Cost median() {
        return costs.stream().sorted(Comparator.comparingDouble(Cost::cpuSeconds)).toList().get(costs.size() / 2);
    }

    String describe(double gigabytes) {
        var median = median();
        return "%6.2f CPU s per GB   %6.2f CPU s   %6.2f s   peak %4.0f MB   n=%d"
                .formatted(median.cpuSeconds() / gigabytes, median.cpuSeconds(), median.wallSeconds(), peak(), costs.size());
    }
}
