package dev.parley.store;

import dev.parley.api.SessionId;
import dev.parley.api.Ticket;
import dev.parley.api.TicketComment;
import dev.parley.api.TicketQuery;
import dev.parley.api.TicketState;
import dev.parley.event.Usage;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
    record Proposal(
            String id,
            Optional<SessionId> session,
            String provider,
            Path project,
            String fingerprint,
            Instant createdAt) {}

    /// A session that works on a ticket.
    ///
    /// @param follows whether the ticket moves with the session; not any more when a person moves
    ///   it
    /// @param counted the number of the last event whose tokens are in `used`
    record SessionLink(long ticket, SessionId session, boolean follows, long counted, Usage used) {
        public static SessionLink fresh(long ticket, SessionId session) {
            return new SessionLink(ticket, session, true, 0, Usage.of(0, 0));
        }

        public SessionLink left() {
            return new SessionLink(ticket, session, false, counted, used);
        }
    }

    /// The board inside a transaction.
    interface Tickets {
        /// @param ticket its number is ignored
        /// @return the ticket with the next number
        Ticket insert(Ticket ticket);

        void update(Ticket ticket);

        Optional<Ticket> find(long number);

        /// In the order of the board: by column, then by rank.
        List<Ticket> list(TicketQuery query);

        /// The tickets of one call of an agent, in the order it named them.
        List<Ticket> ofProposal(String proposal);

        /// Those of some tickets for which there is something left to do.
        Set<Long> unfinished(Collection<Long> numbers);

        /// The titles of everything in a project that is not over, by number.
        Map<Long, String> openTitles(Path project);

        /// What the imported tickets of a project came from, and which they are.
        Map<String, Long> sources(Path project);

        /// Remembers what a ticket came from.
        void putSource(long number, String source);

        /// The number of the newest change.
        long revision();

        /// What changed after a number, the oldest change first.
        List<Ticket> changedAfter(long revision);

        /// The rank of the last ticket of a column.
        Optional<String> lastRank(TicketState column);

        /// The greatest rank in a column that is below another.
        Optional<String> rankBefore(TicketState column, String rank);

        /// Gives the tickets of a column new ranks with room between them, in the same order.
        void spread(TicketState column);

        void insert(Proposal proposal);

        Optional<Proposal> findProposal(String id);

        Optional<Proposal> findRepeated(String fingerprint);

        /// What a session suggested, what was decided, and what its agent has not heard of yet.
        List<Ticket> untold(SessionId session);

        void markTold(Collection<Long> numbers);

        TicketComment insert(TicketComment comment);

        List<TicketComment> comments(long ticket);

        /// Adds a session that works on a ticket, or changes what is known of it.
        void put(SessionLink link);

        List<SessionLink> links(long ticket);

        /// Those of all tickets, the oldest first.
        List<SessionLink> links();

        Optional<SessionLink> linkOf(SessionId session);

        /// Sessions whose tickets move with them and are in a column.
        List<SessionLink> following(TicketState column);
    }
}
