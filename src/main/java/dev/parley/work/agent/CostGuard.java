package dev.parley.work.agent;

import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.work.advice.Cost;
import dev.parley.work.advice.Costs;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Optional;

/// Stops work that costs more than it may, until a person allows more. The thread that reads the
/// agent writes, another reads.
final class CostGuard {
    /// Which limit was reached.
    enum Reached {
        MAX_COST,
        DAY
    }

    /// Thrown at the agent's events, which ends its turn.
    static final class TooExpensive extends RuntimeException {
        TooExpensive() {
            super("too expensive");
        }
    }

    private static final Duration TO_FINISH = Duration.ofSeconds(1);

    private final Costs costs;
    private final String model;
    private final Optional<Double> step;
    private Optional<Double> most;
    private Optional<Double> leftToday;
    private @Nullable Usage used;
    private volatile @Nullable Reached reached;
    private @Nullable Thread working;
    private boolean hasInterrupted;

    /// @param most in US dollars
    /// @param leftToday how much may be spent today
    CostGuard(Costs costs, String model, Optional<Double> most, Optional<Double> leftToday) {
        this.costs = costs;
        this.model = model;
        this.step = most;
        this.most = most;
        this.leftToday = leftToday;
    }

    synchronized void add(Event event) {
        switch (event) {
            case Event.TokensUsed(var usage) -> {
                used = used == null ? usage : used.plus(usage);
                look();
            }
            case Event.AboutTool _ -> goesOn();
            case Event.AboutApproval _ -> goesOn();
            // these say nothing about whether there will be more
            case Event.AboutSession _,
                    Event.AboutTurn _,
                    Event.Message _,
                    Event.Failed _,
                    Event.Unrecognized _ -> {}
        }
    }

    /// Work that has done all it had to do is not stopped for its last words.
    private void goesOn() {
        if (reached != null) {
            throw new TooExpensive();
        }
    }

    private void look() {
        var cost = cost().usd();
        if (cost.isEmpty() || reached != null) {
            return;
        }
        if (most.filter(limit -> cost.get() > limit).isPresent()) {
            reached = Reached.MAX_COST;
        } else if (leftToday.filter(limit -> cost.get() > limit).isPresent()) {
            reached = Reached.DAY;
        }
        if (reached != null) {
            Thread.ofVirtual().name("cost-guard").start(() -> stopSoon(reached));
        }
    }

    private void stopSoon(@Nullable Reached which) {
        try {
            Thread.sleep(TO_FINISH);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return;
        }
        synchronized (this) {
            if (working != null && reached == which) {
                hasInterrupted = true;
                working.interrupt();
            }
        }
    }

    /// This thread waits for the agent from now on.
    synchronized void begin() {
        working = Thread.currentThread();
        hasInterrupted = false;
    }

    /// It does not any more.
    ///
    /// @return whether it was interrupted from here
    synchronized boolean end() {
        working = null;
        if (hasInterrupted) {
            Thread.interrupted(); // it was meant for the agent
        }
        return hasInterrupted;
    }

    synchronized Cost cost() {
        return costs.of(model, Optional.ofNullable(used));
    }

    synchronized Optional<Usage> usage() {
        return Optional.ofNullable(used);
    }

    boolean isLimited() {
        return step.isPresent() || leftToday.isPresent();
    }

    Optional<Reached> reached() {
        return Optional.ofNullable(reached);
    }

    /// The limit that stops it, in US dollars.
    synchronized double limit() {
        return (reached == Reached.DAY ? leftToday : most).orElse(0.0);
    }

    /// A person allows it to go on: as much again, or whatever it takes today.
    synchronized void allowMore() {
        if (reached == Reached.DAY) {
            leftToday = Optional.empty();
        } else {
            var spent = cost().usd().orElse(0.0);
            most = step.map(more -> spent + more);
        }
        reached = null;
    }
}
