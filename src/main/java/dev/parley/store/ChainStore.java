package dev.parley.store;

import dev.parley.api.ChainLink;

import java.time.Instant;
import java.util.Optional;

/// Who works for whom, and what it cost. Calls wait for the store. Thread-safe.
public interface ChainStore {
    /// What a chain, or a day, has cost.
    ///
    /// @param runs how many pieces of work there were
    /// @param usd what is known of their cost
    /// @param unknown how many of them ended without a cost anybody knows
    record Spent(long runs, double usd, long unknown) {
        public static final Spent NOTHING = new Spent(0, 0, 0);
    }

    /// From now on its pass counts.
    void open(ChainLink link, Instant now) throws InterruptedException;

    /// The same for a piece of work that is counted.
    void begin(ChainLink link, String run, String model, Instant now) throws InterruptedException;

    /// Those that count only.
    Optional<ChainLink> find(String id) throws InterruptedException;

    /// It is over, and so is its pass.
    ///
    /// @param usd what it cost, if that is known
    void end(ChainLink link, String run, Optional<Double> usd, Instant now)
            throws InterruptedException;

    Spent ofChain(String chain) throws InterruptedException;

    Spent since(Instant begin) throws InterruptedException;

    /// Forgets what is older.
    void forget(Instant before) throws InterruptedException;
}
