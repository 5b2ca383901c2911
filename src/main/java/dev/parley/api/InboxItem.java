package dev.parley.api;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Locale;

/// Something that waits for a person.
///
/// @param id the same as long as it waits
/// @param since when it began to wait
/// @param title what it is, on one line
/// @param ref the session it is about
/// @param approval the question, where it is one
/// @param proposal the call of the agent that proposed tickets
/// @param tickets what it proposed
/// @param rows the last of the session before it
/// @param limitEnds when the limit that was reached ends, if that is known
public record InboxItem(
        String id,
        Kind kind,
        Instant since,
        String title,
        @Nullable String ref,
        @Nullable String provider,
        @Nullable String cwd,
        @Nullable String sessionTitle,
        @Nullable Long lastSequence,
        @Nullable PendingApproval approval,
        @Nullable String proposal,
        List<String> tickets,
        List<Row> rows,
        @Nullable Instant snoozedUntil,
        @Nullable Instant limitEnds) {
    public InboxItem {
        tickets = List.copyOf(tickets);
        rows = List.copyOf(rows);
    }

    /// Why it waits, the most pressing first.
    public enum Kind {
        /// An agent wants permission.
        APPROVAL,
        /// An agent asks for values.
        QUESTION,
        /// A turn failed.
        FAILURE,
        /// A turn failed because a limit of the provider is reached.
        LIMIT,
        /// An agent proposed tickets.
        PROPOSAL,
        /// A turn is over, and nobody has seen that.
        FINISHED;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /// Whether an agent stands still until it is answered.
        public boolean isBlocking() {
            return this == APPROVAL || this == QUESTION;
        }
    }

    public InboxItem with(List<Row> context) {
        return new InboxItem(
                id,
                kind,
                since,
                title,
                ref,
                provider,
                cwd,
                sessionTitle,
                lastSequence,
                approval,
                proposal,
                tickets,
                context,
                snoozedUntil,
                limitEnds);
    }

    public InboxItem snoozed(@Nullable Instant until) {
        return new InboxItem(
                id,
                kind,
                since,
                title,
                ref,
                provider,
                cwd,
                sessionTitle,
                lastSequence,
                approval,
                proposal,
                tickets,
                rows,
                until,
                limitEnds);
    }
}
