package dev.parley.api;

import dev.parley.event.Usage;

import java.util.List;

/// All there is of one ticket.
///
/// @param similar open tickets that may be the same
/// @param sessions those that worked on it, the oldest first
public record TicketDetails(
        TicketView view, List<Long> similar, List<TicketComment> comments, List<Work> sessions) {
    public TicketDetails {
        similar = List.copyOf(similar);
        comments = List.copyOf(comments);
        sessions = List.copyOf(sessions);
    }

    /// What a session used for it, as far as its turns are over.
    public record Work(SessionId session, Usage used) {}

    /// Of all sessions together.
    public Usage used() {
        return sessions.stream().map(Work::used).reduce(Usage.of(0, 0), Usage::plus);
    }
}
