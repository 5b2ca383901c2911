package dev.parley.work.agent;

import dev.parley.api.SessionId;
import dev.parley.event.Envelope;

import java.util.function.Consumer;

/// Hears what an agent does while it works for somebody.
@FunctionalInterface
public interface WorkListener extends Consumer<Envelope> {
    /// The work is done in a live session, or a question about it waits under this id: what it asks
    /// is in the inbox of approvals.
    default void live(SessionId session) {}
}
