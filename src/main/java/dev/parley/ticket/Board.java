package dev.parley.ticket;

import dev.parley.api.SessionId;
import dev.parley.api.Subscription;
import dev.parley.api.Ticket;
import dev.parley.api.TicketComment;
import dev.parley.api.TicketDraft;
import dev.parley.api.TicketQuery;
import dev.parley.api.TicketState;
import dev.parley.api.TicketsSeen;
import dev.parley.base.problem.Problem;
import dev.parley.store.TicketStore;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// The board as people see it: tickets written, decided, moved, talked about. Thread-safe.
public final class Board {
    private static final int LONGEST_COMMENT = 16 * 1024;
    private static final int LONGEST_REASON = 4 * 1024;

    private final TicketStore store;
    private final Clock clock;
    private final List<Consumer<Ticket>> listeners = new CopyOnWriteArrayList<>();

    public Board(TicketStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    public List<Ticket> list(TicketQuery query) throws InterruptedException {
        var after = query.after();
        return store.read(tickets -> {
            // Behind a ticket that is not there would be the first page again, and so for ever.
            if (after != null) {
                var _ = DraftCheck.required(tickets, after);
            }
            return tickets.list(query);
        });
    }

    public Ticket get(long number) throws InterruptedException {
        return store.read(tickets -> DraftCheck.required(tickets, number));
    }

    public Optional<Ticket> find(long number) throws InterruptedException {
        return store.read(tickets -> tickets.find(number));
    }

    /// The tickets of one call of an agent, in the order it named them.
    public List<Ticket> ofProposal(String proposal) throws InterruptedException {
        return store.read(tickets -> DraftCheck.proposed(tickets, proposal));
    }

    /// Those dependencies of some tickets for which there is something left to do.
    public Set<Long> openDependencies(Collection<Ticket> of) throws InterruptedException {
        var numbers =
                of.stream()
                        .flatMap(ticket -> ticket.draft().dependsOn().stream())
                        .collect(Collectors.toSet());
        return unfinished(numbers);
    }

    /// Those of some tickets for which there is something left to do.
    public Set<Long> unfinished(Collection<Long> numbers) throws InterruptedException {
        return numbers.isEmpty() ? Set.of() : store.read(tickets -> tickets.unfinished(numbers));
    }

    /// Open tickets that may be the same, by their titles, the likeliest first.
    public List<Long> similarTo(Ticket ticket) throws InterruptedException {
        var titles = store.read(tickets -> tickets.openTitles(ticket.project()));
        titles.remove(ticket.number());
        return new Similarity(titles).to(ticket.draft().title());
    }

    /// A ticket that a person writes is ready at once.
    public Ticket write(Path project, TicketDraft draft) throws InterruptedException {
        DraftCheck.check(draft);
        return published(
                store.write(tickets -> {
                    DraftCheck.checkDependencies(tickets, 0, draft);
                    var place = endOf(tickets, TicketState.READY);
                    return tickets.insert(
                            Ticket.written(
                                    project, draft, TicketState.READY, place, clock.instant()));
                }));
    }

    /// @param edit what the person wants to be different
    /// @param seen what he decides on
    public Ticket accept(long number, UnaryOperator<TicketDraft> edit, TicketsSeen seen)
            throws InterruptedException {
        return change(
                number,
                (tickets, ticket) -> {
                    checkProposed(ticket);
                    seen.check(ticket);
                    var wanted = edit.apply(ticket.draft());
                    DraftCheck.check(wanted);
                    return accepted(tickets, ticket, wanted);
                });
    }

    private static Ticket accepted(TicketStore.Tickets tickets, Ticket ticket, TicketDraft wanted) {
        DraftCheck.checkDependencies(tickets, ticket.number(), wanted);
        var isEdited = ticket.isEdited() || !wanted.equals(ticket.draft());
        return ticket.with(wanted).accepted(isEdited).at(endOf(tickets, TicketState.READY));
    }

    /// @param reason the agent is told
    /// @param seen what the person decides on
    public Ticket reject(long number, @Nullable String reason, TicketsSeen seen)
            throws InterruptedException {
        checkReason(reason);
        return change(
                number,
                (_, ticket) -> {
                    checkProposed(ticket);
                    seen.check(ticket);
                    return ticket.rejected(reason);
                });
    }

    /// Accepts what is still undecided of one call of an agent.
    ///
    /// @return all tickets of that call
    public List<Ticket> acceptAll(String proposal, TicketsSeen seen) throws InterruptedException {
        return decideAll(
                proposal, seen, (tickets, ticket) -> accepted(tickets, ticket, ticket.draft()));
    }

    /// Rejects what is still undecided of one call of an agent.
    ///
    /// @return all tickets of that call
    public List<Ticket> rejectAll(String proposal, @Nullable String reason, TicketsSeen seen)
            throws InterruptedException {
        checkReason(reason);
        return decideAll(proposal, seen, (_, ticket) -> ticket.rejected(reason));
    }

    private List<Ticket> decideAll(String proposal, TicketsSeen seen, Change decide)
            throws InterruptedException {
        var changed = new ArrayList<Ticket>();
        var all =
                store.write(tickets -> {
                    changed.clear(); // it may run again
                    for (var ticket : DraftCheck.proposed(tickets, proposal)) {
                        if (ticket.state() == TicketState.PROPOSED) {
                            seen.check(ticket);
                            changed.add(stored(tickets, decide.apply(tickets, ticket)));
                        }
                    }
                    if (changed.isEmpty()) {
                        throw new Problem(
                                Problem.Kind.BUSY,
                                "All tickets of " + proposal + " were decided already.",
                                "Look at them again.");
                    }
                    return tickets.ofProposal(proposal);
                });
        changed.forEach(this::published);
        return all;
    }

    private static void checkReason(@Nullable String reason) {
        if (reason != null && reason.length() > LONGEST_REASON) {
            throw Problem.invalid(
                    "A reason has up to " + LONGEST_REASON + " characters.", "Shorten it.");
        }
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

    /// A person changes what a ticket says. Of a proposal the agent is told so when it is accepted.
    ///
    /// @param seen what he has changed
    public Ticket edit(long number, UnaryOperator<TicketDraft> edit, TicketsSeen seen)
            throws InterruptedException {
        return edit(
                number,
                ticket -> {
                    var changed = ticket.with(edit.apply(ticket.draft()));
                    return ticket.state() == TicketState.PROPOSED && !changed.equals(ticket)
                            ? changed.edited()
                            : changed;
                },
                seen::check);
    }

    /// The same for an agent.
    ///
    /// @param check refuses what it may not do, in the same step as the change
    Ticket editByAgent(long number, UnaryOperator<TicketDraft> edit, Consumer<Ticket> check)
            throws InterruptedException {
        return edit(number, ticket -> ticket.with(edit.apply(ticket.draft())), check);
    }

    private Ticket edit(long number, UnaryOperator<Ticket> edit, Consumer<Ticket> check)
            throws InterruptedException {
        return change(
                number,
                (tickets, ticket) -> {
                    check.accept(ticket);
                    var changed = edit.apply(ticket);
                    DraftCheck.check(changed.draft());
                    DraftCheck.checkDependencies(tickets, number, changed.draft());
                    return changed;
                });
    }

    /// A person moves a ticket to another column, or to another place in its own. From now on it
    /// stays there, whatever sessions do.
    ///
    /// @param before the ticket it comes before; absent: to the end
    public Ticket move(long number, TicketState column, @Nullable Long before)
            throws InterruptedException {
        return change(
                number,
                (tickets, ticket) -> {
                    checkMovable(ticket, column);
                    tickets.links(number).forEach(link -> tickets.put(link.left()));
                    return ticket.in(column).at(place(tickets, ticket, column, before));
                });
    }

    /// An agent moves the ticket it works on. What a person has rejected or called done stays so.
    Ticket moveByAgent(long number, TicketState column) throws InterruptedException {
        return change(
                number,
                (tickets, ticket) -> {
                    checkMovable(ticket, column);
                    if (ticket.state().isOver()) {
                        throw Problem.invalid(
                                ticket.name()
                                        + " is "
                                        + ticket.state().wireName()
                                        + ": only a person takes it up again.",
                                "Use comment_ticket to say why it should be.");
                    }
                    return ticket.state() == column
                            ? ticket
                            : ticket.in(column).at(endOf(tickets, column));
                });
    }

    private static void checkMovable(Ticket ticket, TicketState column) {
        if (column == TicketState.PROPOSED || column == TicketState.REJECTED) {
            throw Problem.invalid(
                    "A ticket is not moved to \"" + column.wireName() + "\".",
                    "Move it to ready, doing, review or done; reject a proposal.");
        }
        if (ticket.state() == TicketState.PROPOSED) {
            throw Problem.invalid(ticket.name() + " is a proposal.", "Accept it first.");
        }
    }

    /// A neighbour that has left the column meanwhile does not stop a move: it goes to the end.
    private static String place(
            TicketStore.Tickets tickets, Ticket moved, TicketState column, @Nullable Long before) {
        var rank = placeNow(tickets, moved, column, before);
        if (Rank.isTooLong(rank)) {
            tickets.spread(column);
            rank = placeNow(tickets, moved, column, before);
        }
        return rank;
    }

    private static String placeNow(
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
        checkComment(text);
        var comment =
                store.write(tickets -> {
                    var ticket = DraftCheck.required(tickets, number);
                    stored(tickets, ticket);
                    return tickets.insert(
                            new TicketComment(0, number, text, session, clock.instant()));
                });
        published(get(number));
        return comment;
    }

    static void checkComment(String text) {
        if (text.isBlank() || text.length() > LONGEST_COMMENT) {
            throw Problem.invalid(
                    "A comment has 1 to " + LONGEST_COMMENT + " characters.", "Change it.");
        }
    }

    public List<TicketComment> comments(long number) throws InterruptedException {
        return store.read(tickets -> tickets.comments(number));
    }

    /// Reports every ticket that is new or changed here, after it is stored. The listener must not
    /// wait. What other Parley processes change is not reported; [BoardWatch] looks for it.
    public Subscription onChange(Consumer<Ticket> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    Ticket published(Ticket ticket) {
        listeners.forEach(listener -> listener.accept(ticket));
        return ticket;
    }

    /// A change of one ticket, in a transaction that may run again.
    interface Change {
        Ticket apply(TicketStore.Tickets tickets, Ticket ticket);
    }

    Ticket change(long number, Change change) throws InterruptedException {
        return published(
                store.write(tickets ->
                        stored(
                                tickets,
                                change.apply(tickets, DraftCheck.required(tickets, number)))));
    }

    private Ticket stored(TicketStore.Tickets tickets, Ticket ticket) {
        var now = ticket.updated(clock.instant());
        tickets.update(now);
        return now;
    }

    TicketStore store() {
        return store;
    }
}
