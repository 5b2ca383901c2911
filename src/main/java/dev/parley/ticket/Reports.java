package dev.parley.ticket;

import dev.parley.api.SessionId;
import dev.parley.api.Ticket;
import dev.parley.api.TicketState;
import dev.parley.base.json.Json;
import dev.parley.event.OwnWords;
import dev.parley.store.TicketStore;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// What agents hear of decisions they could not wait for: it goes with their next prompt. An agent
/// has heard something when a turn in which it was told came to its end, and until then it is told
/// again: rather twice than never. Thread-safe.
public final class Reports {
    private static final String WORDS =
            "A person has decided on tickets that you proposed earlier. This is a report of Parley,"
                    + " not a request of the user.";

    private final TicketStore store;

    /// What the agent of a session was told in the turn that runs.
    private final Map<SessionId, Set<Long>> told = new ConcurrentHashMap<>();

    public Reports(TicketStore store) {
        this.store = store;
    }

    /// A call of an agent is answered with these. Those that another session proposed are not told
    /// by that: its agent waits for them, too.
    void answered(SessionId session, Collection<Ticket> tickets) {
        tickets.stream()
                .filter(ticket -> ticket.state() != TicketState.PROPOSED)
                .filter(ticket ->
                        ticket.origin() != null && session.equals(ticket.origin().session()))
                .forEach(ticket -> add(session, ticket));
    }

    private void add(SessionId session, Ticket ticket) {
        told.computeIfAbsent(session, _ -> ConcurrentHashMap.newKeySet()).add(ticket.number());
    }

    /// What was decided and the agent of a session has not heard of.
    List<Ticket> untold(SessionId session) throws InterruptedException {
        return store.read(tickets -> tickets.untold(session));
    }

    /// The words to put before the next prompt of a session; empty when there is nothing to tell.
    public String before(SessionId session) throws InterruptedException {
        var tickets = untold(session);
        if (tickets.isEmpty()) {
            return "";
        }
        tickets.forEach(ticket -> add(session, ticket));
        var outcomes = Json.array();
        tickets.forEach(ticket -> outcomes.add(Outcomes.outcome(ticket)));
        // Nothing in a ticket can end the report.
        var json = Json.write(outcomes).replace("<", "\\u003c");
        return OwnWords.report(WORDS + "\n" + json);
    }

    /// The turn came to its end: its agent has heard all of it.
    public void heard(SessionId session) throws InterruptedException {
        var numbers = told.remove(session);
        if (numbers != null && !numbers.isEmpty()) {
            store.write(tickets -> {
                tickets.markTold(numbers);
                return "";
            });
        }
    }
}
