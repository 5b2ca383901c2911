package dev.parley.work.ticket;

import dev.parley.event.SessionKey;

import java.util.Map;

/// Which ticket each session of the history worked on.
@FunctionalInterface
public interface TicketNames {
    /// The names of tickets, by what a provider calls a session.
    Map<SessionKey, String> bySession() throws InterruptedException;
}
