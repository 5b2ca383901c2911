package dev.parley.api;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;

/// What was found.
///
/// @param total how many turns there are, at least; copies count
/// @param isTotalExact whether all were counted
/// @param indexedPercent how much of the CLIs' files can be searched now
public record SearchHits(List<Hit> hits, long total, boolean isTotalExact, int indexedPercent) {
    public SearchHits {
        hits = List.copyOf(hits);
    }

    public boolean isComplete() {
        return indexedPercent == 100;
    }

    /// A turn in which something was found.
    ///
    /// @param turn which one of its session, from 1; 0 is what came before the first prompt
    /// @param role who said it, as `role:` of a query names it
    /// @param sequence the number of the event that the snippet is of
    /// @param snippet absent when the text cannot be read any more
    public record Hit(
            SessionSummary session,
            int turn,
            long sequence,
            Instant time,
            String role,
            @Nullable Snippet snippet) {
        /// The same hit, with what else is known of its session.
        public Hit of(SessionSummary marked) {
            return new Hit(marked, turn, sequence, time, role, snippet);
        }
    }
}
