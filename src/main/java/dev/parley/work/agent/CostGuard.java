package dev.parley.work.agent;

import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.work.advice.Cost;
import dev.parley.work.advice.Costs;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/// Ends work that costs more than it may. The thread that reads the agent writes, another reads.
final class CostGuard {
    /// Thrown at the agent's events, which ends it.
    static final class TooExpensive extends RuntimeException {
        TooExpensive() {
            super("too expensive");
        }
    }

    private final Costs costs;
    private final String model;
    private final Optional<Double> most;
    private @Nullable Usage used;
    private volatile boolean isOver;

    CostGuard(Costs costs, String model, Optional<Double> most) {
        this.costs = costs;
        this.model = model;
        this.most = most;
    }

    synchronized void add(Event event) {
        if (!(event instanceof Event.TokensUsed(var usage))) {
            return;
        }
        used = used == null ? usage : used.plus(usage);
        var cost = cost().usd();
        if (most.isPresent() && cost.isPresent() && cost.get() > most.get()) {
            isOver = true;
            throw new TooExpensive();
        }
    }

    synchronized Cost cost() {
        return costs.of(model, Optional.ofNullable(used));
    }

    synchronized Optional<Usage> usage() {
        return Optional.ofNullable(used);
    }

    boolean isOver() {
        return isOver;
    }
}
