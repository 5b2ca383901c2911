import java.util.Map;
import java.util.TreeMap;

/// What the corpus holds, counted while it is written: what a reader must find.
final class CorpusTotals {
    private final Map<String, Long> counts = new TreeMap<>();

    void add(String name, long count) {
        counts.merge(name, count, Long::sum);
    }

    long get(String name) {
        return counts.getOrDefault(name, 0L);
    }

    /// As a properties file.
    @Override
    public String toString() {
        var text = new StringBuilder();
        counts.forEach((name, count) -> text.append(name).append('=').append(count).append('\n'));
        return text.toString();
    }
}
