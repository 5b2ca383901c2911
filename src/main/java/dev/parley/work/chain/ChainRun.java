package dev.parley.work.chain;

import dev.parley.api.ChainLink;
import dev.parley.base.problem.Problem;
import dev.parley.store.ChainStore;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/// One piece of work while it runs, as a part of its chain. Its pass counts until it is closed.
public final class ChainRun implements AutoCloseable {
    private final ChainStore store;
    private final Clock clock;
    private final ChainLink link;
    private final String pass;
    private final String run;
    private Optional<Double> usd = Optional.empty();

    ChainRun(ChainStore store, Clock clock, ChainLink link, String pass, String run) {
        this.store = store;
        this.clock = clock;
        this.link = link;
        this.pass = pass;
        this.run = run;
    }

    public ChainLink link() {
        return link;
    }

    /// What the processes of its agent have in their environment.
    public Map<String, String> environment() {
        return Map.of(Chains.VARIABLE, pass);
    }

    /// @param cost until now, if it is known
    public void spent(Optional<Double> cost) {
        usd = cost;
    }

    @Override
    public void close() {
        var wasInterrupted = Thread.interrupted();
        try {
            store.end(link, run, usd, clock.instant());
        } catch (InterruptedException _) {
            wasInterrupted = true;
        } catch (Problem problem) {
            Chains.log(problem);
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
