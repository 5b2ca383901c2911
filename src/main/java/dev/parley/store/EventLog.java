package dev.parley.store;

import dev.parley.api.LoggedEvent;
import dev.parley.api.SessionId;

import java.util.List;

/// What happened in sessions, as it is stored, a page at a time. A page has fewer events than were
/// asked for where they are large, and none only where there is none.
public interface EventLog {
    /// What happened after an event, in order.
    List<LoggedEvent> after(SessionId id, long sequence, int limit) throws InterruptedException;
}
