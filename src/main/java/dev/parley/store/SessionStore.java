package dev.parley.store;

import dev.parley.api.LoggedEvent;
import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Live sessions as they are kept. Each method is one step: all of it is stored or nothing, and of
/// two Parley processes that want the same session one gets it. What is *wanted* (enter, claim,
/// accept) is stored when the method returns, and refused with a `Problem` while nothing can be
/// stored. What has *happened* (append, update, settle) is queued, stored in its order however long
/// that takes, and then confirmed. Thread-safe; methods may wait, so they belong on virtual
/// threads.
public interface SessionStore extends EventLog {
    /// A session, and the number of its newest event.
    record Listed(SessionRow session, long lastSequence) {}

    /// Asked when a session is about to get its native one, before that is stored. It refuses by
    /// throwing a `Problem`, and may be asked more than once. It must not use the store.
    interface Guard {
        void enter(SessionKey key, SessionId id);
    }

    /// Told what became of a change, on the thread of the store that writes: it must not wait.
    interface Receipt {
        void stored();

        void failed(Problem problem);
    }

    /// Who we are to other Parley processes with the same store.
    OwnerProcess owner();

    /// Whether anything was ever stored. Opens nothing.
    boolean exists();

    Optional<Listed> find(SessionId id) throws InterruptedException;

    /// The sessions that were changed last, the newest first.
    List<Listed> newest(int limit) throws InterruptedException;

    /// Those that somebody has open, or that were changed just now. What seems to come later was
    /// changed before the clock was set back, and not just now.
    List<SessionRow> openOrChanged(Instant now, Duration tolerance) throws InterruptedException;

    /// What happened before an event, the newest first.
    List<LoggedEvent> before(SessionId id, long sequence, int limit) throws InterruptedException;

    /// The newest events of one type, over all sessions.
    ///
    /// @param type as it is called on the wire
    List<LoggedEvent> ofType(String type, int limit) throws InterruptedException;

    /// A session as it is behind everything that is queued.
    Optional<SessionRow> current(SessionId id) throws InterruptedException;

    /// The newest session with this native one, behind everything that is queued. One that is open
    /// is a `Problem`: a native session has one writer.
    Optional<SessionRow> free(SessionKey key) throws InterruptedException;

    /// Enters a session as it is wanted. One that is there already, under its id or its native one,
    /// goes on under its own id.
    ///
    /// @param first its first prompt, which is stored with it or not at all
    SessionId enter(SessionRow wanted, @Nullable Turn first, Guard guard)
            throws InterruptedException;

    /// Takes a session that is not open anywhere else.
    Listed claim(SessionId id, Guard guard) throws InterruptedException;

    /// Takes a session, and with it a prompt.
    void accept(SessionId id, Turn turn, Instant now, Guard guard) throws InterruptedException;

    /// Interrupts the sessions of Parley processes that are gone without a word. Writes only when
    /// there is something to write: a full disk may be looked at.
    void recover(Instant now) throws InterruptedException;

    /// The event is stored before anybody is told of it. Nothing here is done for each event but
    /// storing it.
    void append(LoggedEvent event, Receipt receipt) throws InterruptedException;

    void update(SessionRow row, Receipt receipt) throws InterruptedException;

    void settle(SessionId id, String turnId, Turn.State state, Receipt receipt)
            throws InterruptedException;

    /// Waits until everything that was queued so far is stored; refused while nothing can be.
    void flush() throws InterruptedException;

    /// The same, however long that takes.
    void awaitStored() throws InterruptedException;
}
