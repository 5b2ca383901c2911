package dev.parley.work.past;

import dev.parley.api.SessionSummary;
import dev.parley.event.Envelope;

import java.util.function.Consumer;

/// A session that is to be shown.
///
/// @param events what was said in it, secrets hidden; read anew every time
public record ShownSession(SessionSummary session, Events events) {
    /// Nothing is kept in memory, however long a session is.
    @FunctionalInterface
    public interface Events {
        void read(Consumer<Envelope> each) throws InterruptedException;
    }
}
