package dev.parley.store;

import dev.parley.api.Job;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What is kept of jobs. Calls wait for the store. Thread-safe.
public interface JobStore {
    /// Keeps a job that this process runs.
    void insert(Job job) throws InterruptedException;

    void update(Job job) throws InterruptedException;

    void deliver(String id) throws InterruptedException;

    Optional<Job> find(String id) throws InterruptedException;

    /// The newest job of a call that is repeated.
    Optional<Job> findRepeated(String fingerprint) throws InterruptedException;

    /// The newest first.
    List<Job> list(String owner, int limit) throws InterruptedException;

    /// Those that are not done and whose process is gone.
    List<Job> orphaned() throws InterruptedException;

    /// Forgets those that ended before a time.
    void forget(Instant before) throws InterruptedException;
}
