import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The samples of an operation that was measured in turns with another one. What is in the machine's way comes and goes
/// within seconds, so a turn is compared with the turn of the other beside it.
final class Turns {
    private final List<Samples> turns = new ArrayList<>();

    /// The samples of the next turn.
    Samples next() {
        turns.add(new Samples());
        return turns.getLast();
    }

    Samples all() {
        var all = new Samples();
        turns.forEach(all::addAll);
        return all;
    }

    /// What is added to the other one: the median of the turns.
    double added(Turns other, int percent) {
        var sorted = IntStream.range(0, turns.size())
                .mapToDouble(turn -> turns.get(turn).percentile(percent) - other.turns.get(turn).percentile(percent))
                .sorted()
                .toArray();
        return sorted[sorted.length / 2];
    }

    String percentiles(int percent) {
        return turns.stream()
                .map(turn -> "%8.2f".formatted(turn.percentile(percent)))
                .collect(Collectors.joining("", "    ", " ms"));
    }
}
