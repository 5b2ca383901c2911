package dev.parley.api;

import dev.parley.event.Envelope;

import java.util.List;
import java.util.OptionalLong;

/// Some events of a session.
///
/// @param usage what the whole session used
/// @param next the number after which the next page begins, if there is one
public record SessionEvents(
        SessionSummary session, UsageTotals usage, List<Envelope> events, OptionalLong next) {
    /// How many events are in a page unless the asker names a number.
    public static final int USUAL = 200;

    /// How many go into one answer.
    public static final int MOST = 1000;

    public SessionEvents {
        events = List.copyOf(events);
    }
}
