package dev.parley.store;

import dev.parley.api.LoggedEvent;
import dev.parley.api.SessionId;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// How the store is kept small, measured and copied. Each method is one step that others may come
/// between. Thread-safe; methods may wait, so they belong on virtual threads.
public interface StoreUpkeep extends EventLog {
    /// A session and what its events take.
    ///
    /// @param isFree nobody has it open, and no turn of it runs
    /// @param last the number of its newest event
    record Sized(SessionRow session, boolean isFree, long events, long bytes, long last) {}

    /// A session whose messages may be in there twice: in pieces, and whole.
    ///
    /// @param from the number up to which the pieces are gone
    record Unfolded(SessionId id, long from) {}

    /// Whether anything was ever stored. Opens nothing.
    boolean exists();

    /// All sessions that have more than one event, the oldest first.
    List<Sized> sized() throws InterruptedException;

    /// Removes the oldest events of a session, but not its last.
    ///
    /// @return false when somebody has gone on with it since it was measured
    boolean removeOldest(Sized session, int count) throws InterruptedException;

    /// Puts one event in the place of all, and forgets the prompts.
    ///
    /// @return false when somebody has gone on with it since it was measured
    boolean replaceAll(Sized session, LoggedEvent by) throws InterruptedException;

    /// @param before sessions that were at work since are left alone
    List<Unfolded> unfolded(Instant before) throws InterruptedException;

    void remove(SessionId id, List<LoggedEvent> events) throws InterruptedException;

    /// Remembers up to which event the pieces of messages are gone.
    void folded(SessionId id, long to) throws InterruptedException;

    /// Gives the space back that nobody needs any more.
    void giveSpaceBack() throws InterruptedException;

    StoreUse use() throws InterruptedException;

    /// Makes a copy of how everything is now, also while it is written to.
    ///
    /// @param target a file that is empty or not there yet
    void copyTo(Path target) throws InterruptedException;
}
