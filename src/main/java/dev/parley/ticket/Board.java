package dev.parley.ticket;

import dev.parley.api.SessionId;
import dev.parley.api.Subscription;
import dev.parley.api.Ticket;
import dev.parley.api.TicketComment;
import dev.parley.api.TicketDraft;
import dev.parley.api.TicketQuery;
import dev.parley.api.TicketState;
import dev.parley.base.problem.Problem;
import dev.parley.store.TicketStore;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// The board as people see it: tickets written, decided, moved, talked about. Thread-safe.
public final class Board {
    private static final int LONGEST_COMMENT = 16 * 1024;

    private final TicketStore store;
    private final Clock clock;
    private final List<Consumer<Ticket>> listeners = new CopyOnWriteArrayList<>();

    public Board(TicketStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    public List<Ticket> list(TicketQuery query) throws InterruptedException {
        return store.read(tickets -> tickets.list(query));
    }

    public Ticket get(long number) throws InterruptedException {
        return store.read(tickets -> DraftCheck.required(tickets, number));
    }

    /// The dependencies of a ticket that are not done.
    public List<Ticket> openDependencies(Ticket ticket) throws InterruptedException {
        return store.read(tickets ->
                ticket.draft().dependsOn().stream()
                        .flatMap(number -> tickets.find(number).stream())
                        .filter(one -> !one.state().isOver())
                        .toList());
    }

    /// A ticket that a person writes is ready at once.
    public Ticket write(Path project, TicketDraft draft) throws InterruptedException {
        DraftCheck.check(draft);
        return published(
                store.write(tickets -> {
                    DraftCheck.checkDependencies(tickets, 0, draft);
                    var now = clock.instant();
                    return tickets.insert(
                            new Ticket(
                                    0,
                                    project,
                                    draft,
                                    TicketState.READY,
                                    endOf(tickets, TicketState.READY),
                                    null,
                                    null,
                                    false,
                                    now,
                                    now));
                }));
    }

    /// @param draft as the person wants it; absent: as it was suggested
    public Ticket accept(long number, @Nullable TicketDraft draft) throws InterruptedException {
        if (draft != null) {
            DraftCheck.check(draft);
        }
        return change(
                number,
                (tickets, ticket) -> {
                    checkProposed(ticket);
                    var wanted = draft == null ? ticket.draft() : draft;
                    DraftCheck.checkDependencies(tickets, number, wanted);
                    var isEdited = !wanted.equals(ticket.draft());
                    return ticket.with(wanted)
                            .accepted(isEdited)
                            .at(endOf(tickets, TicketState.READY));
                });
    }

    /// @param reason the agent is told
    public Ticket reject(long number, @Nullable String reason) throws InterruptedException {
        return change(
                number,
                (_, ticket) -> {
                    checkProposed(ticket);
                    return ticket.rejected(reason);
                });
    }

    private static void checkProposed(Ticket ticket) {
        if (ticket.state() != TicketState.PROPOSED) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    ticket.name()
                            + " was decided already: it is "
                            + ticket.state().wireName()
                            + ".",
                    "Look at it again.");
        }
    }

    public Ticket edit(long number, UnaryOperator<TicketDraft> edit) throws InterruptedException {
        return change(
                number,
                (tickets, ticket) -> {
                    var draft = edit.apply(ticket.draft());
                    DraftCheck.check(draft);
                    DraftCheck.checkDependencies(tickets, number, draft);
                    return ticket.with(draft);
                });
    }

    /// Moves a ticket to another column, or to another place in its own.
    ///
    /// @param before the ticket it comes before; absent: to the end
    public Ticket move(long number, TicketState column, @Nullable Long before)
            throws InterruptedException {
        if (column == TicketState.PROPOSED || column == TicketState.REJECTED) {
            throw Problem.invalid(
                    "A ticket is not moved to \"" + column.wireName() + "\".",
                    "Move it to ready, doing, review or done; reject a proposal.");
        }
        return change(
                number,
                (tickets, ticket) -> {
                    if (ticket.state() == TicketState.PROPOSED) {
                        throw Problem.invalid(
                                ticket.name() + " is a proposal.", "Accept it first.");
                    }
                    return ticket.in(column).at(place(tickets, ticket, column, before));
                });
    }

    /// A neighbour that has left the column meanwhile does not stop a move: it goes to the end.
    private static String place(
            TicketStore.Tickets tickets, Ticket moved, TicketState column, @Nullable Long before) {
        var next =
                Optional.ofNullable(before)
                        .filter(number -> number != moved.number())
                        .map(number -> DraftCheck.required(tickets, number))
                        .filter(ticket -> ticket.state() == column);
        return next.map(ticket ->
                        Rank.between(
                                tickets.rankBefore(column, ticket.rank()).orElse(null),
                                ticket.rank()))
                .orElseGet(() -> endOf(tickets, column));
    }

    static String endOf(TicketStore.Tickets tickets, TicketState column) {
        return Rank.between(tickets.lastRank(column).orElse(null), null);
    }

    /// @param session the session of the agent that says it; absent for a person
    public TicketComment comment(long number, String text, @Nullable SessionId session)
            throws InterruptedException {
        if (text.isBlank() || text.length() > LONGEST_COMMENT) {
            throw Problem.invalid(
                    "A comment has 1 to " + LONGEST_COMMENT + " characters.", "Change it.");
        }
        var comment =
                store.write(tickets -> {
                    var ticket = DraftCheck.required(tickets, number);
                    tickets.update(ticket);
                    return tickets.insert(
                            new TicketComment(0, number, text, session, clock.instant()));
                });
        published(get(number));
        return comment;
    }

    public List<TicketComment> comments(long number) throws InterruptedException {
        return store.read(tickets -> tickets.comments(number));
    }

    /// Notes that a session works on a ticket.
    public void link(long number, SessionId session) throws InterruptedException {
        store.write(tickets -> {
            DraftCheck.required(tickets, number);
            tickets.link(number, session);
            return "";
        });
    }

    public List<SessionId> sessions(long number) throws InterruptedException {
        return store.read(tickets -> tickets.sessions(number));
    }

    /// The ticket that a session was started for.
    public Optional<Long> ticketOf(SessionId session) throws InterruptedException {
        return store.read(tickets -> tickets.ticketOf(session));
    }

    /// Reports every ticket that is new or changed, after it is stored. The listener must not wait.
    public Subscription onChange(Consumer<Ticket> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    Ticket published(Ticket ticket) {
        listeners.forEach(listener -> listener.accept(ticket));
        return ticket;
    }

    private interface Change {
        Ticket apply(TicketStore.Tickets tickets, Ticket ticket);
    }

    private Ticket change(long number, Change change) throws InterruptedException {
        return published(
                store.write(tickets -> {
                    var changed = change.apply(tickets, DraftCheck.required(tickets, number));
                    var stored = changed.updated(clock.instant());
                    tickets.update(stored);
                    return stored;
                }));
    }
}
