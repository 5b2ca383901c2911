package dev.parley.ticket;

import dev.parley.api.SessionId;
import dev.parley.api.Ticket;
import dev.parley.api.TicketState;
import dev.parley.event.Usage;
import dev.parley.store.TicketStore.SessionLink;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Which sessions work on which tickets, where that leaves the tickets, and what it cost.
/// Thread-safe.
public final class TicketSessions {
    /// From here a session moves its ticket. What is done stays done.
    private static final Set<TicketState> MOVABLE =
            EnumSet.of(TicketState.READY, TicketState.DOING, TicketState.REVIEW);

    private final Board board;

    public TicketSessions(Board board) {
        this.board = board;
    }

    /// A session works on a ticket from now on, and the ticket moves with it until a person moves
    /// it.
    public Ticket link(long number, SessionId session) throws InterruptedException {
        return board.change(
                number,
                (tickets, ticket) -> {
                    tickets.put(SessionLink.fresh(number, session));
                    return ticket.state() == TicketState.DOING
                            ? ticket
                            : ticket.in(TicketState.DOING)
                                    .at(Board.endOf(tickets, TicketState.DOING));
                });
    }

    /// Moves the ticket of a session, if it still moves with it.
    public void follow(SessionId session, TicketState column) throws InterruptedException {
        var link = of(session);
        if (link.isEmpty() || !link.get().follows()) {
            return;
        }
        var number = link.get().ticket();
        if (!moves(board.get(number), column)) {
            return;
        }
        board.change(
                number,
                (tickets, ticket) -> {
                    var isFollowed =
                            tickets.linkOf(session).filter(SessionLink::follows).isPresent();
                    return isFollowed && moves(ticket, column)
                            ? ticket.in(column).at(Board.endOf(tickets, column))
                            : ticket;
                });
    }

    private static boolean moves(Ticket ticket, TicketState column) {
        return ticket.state() != column && MOVABLE.contains(ticket.state());
    }

    /// The sessions that worked on a ticket, the oldest first.
    public List<SessionLink> of(long number) throws InterruptedException {
        return board.store().read(tickets -> tickets.links(number));
    }

    /// The sessions of all tickets, the oldest first.
    public List<SessionLink> all() throws InterruptedException {
        return board.store().read(tickets -> tickets.links());
    }

    public Optional<SessionLink> of(SessionId session) throws InterruptedException {
        return board.store().read(tickets -> tickets.linkOf(session));
    }

    /// Sessions that were at work, when anybody last looked.
    public List<SessionLink> atWork() throws InterruptedException {
        return board.store().read(tickets -> tickets.following(TicketState.DOING));
    }

    /// Adds what a session used.
    ///
    /// @param before the number up to which it was counted: somebody else may count, too
    /// @param counted the number up to which it is counted now
    public void count(SessionId session, long before, long counted, Usage used)
            throws InterruptedException {
        board.store()
                .write(tickets -> {
                    tickets.linkOf(session)
                            .filter(link -> link.counted() == before)
                            .ifPresent(link ->
                                    tickets.put(
                                            new SessionLink(
                                                    link.ticket(),
                                                    session,
                                                    link.follows(),
                                                    counted,
                                                    link.used().plus(used))));
                    return "";
                });
    }
}
