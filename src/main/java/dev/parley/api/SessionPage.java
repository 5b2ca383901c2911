package dev.parley.api;

import java.util.List;

/// Part of a list of sessions.
///
/// @param total how many there are in all
/// @param isComplete whether all files have been looked at
public record SessionPage(int total, boolean isComplete, List<SessionSummary> sessions) {
    public SessionPage {
        sessions = List.copyOf(sessions);
    }
}
