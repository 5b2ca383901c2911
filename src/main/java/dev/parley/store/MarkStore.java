package dev.parley.store;

import dev.parley.api.Mark;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// What a person noted about sessions, and what was put off in the inbox. Thread-safe; methods may
/// wait, so they belong on virtual threads.
public interface MarkStore {
    /// All of them, in no order.
    List<Mark> all() throws InterruptedException;

    Optional<Mark> find(String ref) throws InterruptedException;

    /// Changes a mark, or makes it, in one step. A mark that the session has under an earlier name
    /// moves to this one.
    ///
    /// @param liveId Parley's own id of the session, if it has one
    Mark change(String ref, @Nullable String liveId, UnaryOperator<Mark> change)
            throws InterruptedException;

    /// Until when items of the inbox are put off, by their ids.
    Map<String, Instant> snoozed() throws InterruptedException;

    /// @param until absent: not any more
    void snooze(String item, @Nullable Instant until, Instant now) throws InterruptedException;
}
