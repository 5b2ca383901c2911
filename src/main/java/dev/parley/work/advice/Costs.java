package dev.parley.work.advice;

import dev.parley.event.Usage;
import dev.parley.history.usage.Prices;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.Optional;

/// Knows what tokens cost. Thread-safe.
public final class Costs {
    private final Path file;
    private volatile @Nullable Prices prices;

    /// @param file the user's own prices; read when somebody asks, because they may be wrong
    public Costs(Path file) {
        this.file = file;
    }

    public Cost of(String model, Optional<Usage> usage) {
        if (usage.isEmpty()) {
            return Cost.UNKNOWN;
        }
        var reported = usage.get().totalCost();
        if (reported != null) {
            return new Cost(Optional.of(reported), Cost.Status.REPORTED);
        }
        return prices().cost(model, usage.get())
                .map(usd -> new Cost(Optional.of(usd), Cost.Status.ESTIMATED))
                .orElse(Cost.UNKNOWN);
    }

    private Prices prices() {
        var known = prices;
        if (known == null) {
            known = Prices.read(file);
            prices = known;
        }
        return known;
    }
}
