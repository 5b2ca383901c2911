package dev.parley.work;

import dev.parley.api.Ticket;
import dev.parley.api.TicketDraft;
import dev.parley.api.TicketQuery;
import dev.parley.api.TicketState;
import dev.parley.ticket.Board;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;

/// The board, as doors ask for it.
public final class Tickets {
    private static final int MOST = 10_000;

    private final Board board;

    public Tickets(Board board) {
        this.board = board;
    }

    /// The board in its order, all columns or one.
    ///
    /// @param project absent: of all projects
    /// @param column absent: everything that is not over
    public List<Ticket> list(@Nullable Path project, @Nullable TicketState column)
            throws InterruptedException {
        var states =
                column == null
                        ? EnumSet.range(TicketState.PROPOSED, TicketState.REVIEW)
                        : EnumSet.of(column);
        return board.list(new TicketQuery(project, states, null, MOST));
    }

    public Ticket get(String id) throws InterruptedException {
        return board.get(Ticket.number(id));
    }

    public Ticket write(Path project, TicketDraft draft) throws InterruptedException {
        return board.write(project, draft);
    }

    public Ticket accept(String id) throws InterruptedException {
        return board.accept(Ticket.number(id), null);
    }

    public Ticket reject(String id, @Nullable String reason) throws InterruptedException {
        return board.reject(Ticket.number(id), reason);
    }

    public Ticket move(String id, TicketState column) throws InterruptedException {
        return board.move(Ticket.number(id), column, null);
    }
}
