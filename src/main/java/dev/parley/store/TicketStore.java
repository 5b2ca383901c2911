package dev.parley.store;

import dev.parley.api.SessionId;
import dev.parley.api.Ticket;
import dev.parley.api.TicketComment;
import dev.parley.api.TicketQuery;
import dev.parley.api.TicketState;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What is kept of the board. Each unit of work is one transaction; it may run again when it could
/// not be stored. Calls wait for the store. Thread-safe.
public interface TicketStore {
    <T> T read(Work<T> work) throws InterruptedException;

    <T> T write(Work<T> work) throws InterruptedException;

    @FunctionalInterface
    interface Work<T> {
        T run(Tickets tickets);
    }

    /// One call of an agent that suggested tickets.
    ///
    /// @param fingerprint the same for a call that is repeated
    /// @param isTold whether the agent has heard what became of all of them
    record Proposal(
            String id,
            Optional<SessionId> session,
            String provider,
            Path project,
            String fingerprint,
            boolean isTold,
            Instant createdAt) {}

    /// The board inside a transaction.
    interface Tickets {
        /// @param ticket its number is ignored
        /// @return the ticket with the next number
        Ticket insert(Ticket ticket);

        void update(Ticket ticket);

        Optional<Ticket> find(long number);

        /// In the order of the board: by column, then by rank.
        List<Ticket> list(TicketQuery query);

        /// The rank of the last ticket of a column.
        Optional<String> lastRank(TicketState column);

        /// The greatest rank in a column that is below another.
        Optional<String> rankBefore(TicketState column, String rank);

        void insert(Proposal proposal);

        void update(Proposal proposal);

        Optional<Proposal> findProposal(String id);

        Optional<Proposal> findRepeated(String fingerprint);

        /// Those of a session that it has not heard the outcome of.
        List<Proposal> untold(SessionId session);

        TicketComment insert(TicketComment comment);

        List<TicketComment> comments(long ticket);

        /// A session that works on a ticket.
        void link(long ticket, SessionId session);

        List<SessionId> sessions(long ticket);

        Optional<Long> ticketOf(SessionId session);
    }
}
