package dev.parley.store;

import dev.parley.api.RaceInfo;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// What is kept of races. Calls wait for the store. Thread-safe.
public interface RaceStore {
    /// Whether anything was ever stored. Opens nothing.
    boolean exists();

    /// Keeps a race that this process runs.
    void insert(RaceInfo race) throws InterruptedException;

    Optional<RaceInfo> find(String id) throws InterruptedException;

    /// The newest first.
    List<RaceInfo> list(int limit) throws InterruptedException;

    /// Changes a race in one transaction.
    Optional<RaceInfo> update(String id, UnaryOperator<RaceInfo> change)
            throws InterruptedException;

    /// Those that are not over and whose process is gone.
    List<RaceInfo> abandoned() throws InterruptedException;

    /// Forgets those that are over and began before a time.
    void forget(Instant before) throws InterruptedException;
}
