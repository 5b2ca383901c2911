package dev.parley.ticket;

import dev.parley.api.SessionId;
import dev.parley.api.Subscription;
import dev.parley.api.Ticket;
import dev.parley.api.TicketDraft;
import dev.parley.api.TicketQuery;
import dev.parley.api.TicketState;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.store.TicketStore;
import dev.parley.tool.ToolCaller;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// What agents suggest: staged, decided by a person, and reported back. A suggestion is stored
/// before its agent waits, so it outlives the call, the agent and Parley itself. Thread-safe.
public final class Proposals implements AutoCloseable {
    /// Another Parley, or a command, may decide without this one noticing.
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(2);

    private static final SecureRandom RANDOM = new SecureRandom();

    private final TicketStore store;
    private final Board board;
    private final Clock clock;
    private final Subscription changes;
    private long changed; // guarded by this

    public Proposals(TicketStore store, Board board, Clock clock) {
        this.store = store;
        this.board = board;
        this.clock = clock;
        changes = board.onChange(_ -> noteChange());
    }

    /// A ticket that is suggested, beside others of the same call.
    ///
    /// @param dependsOn the places, from 0, of others in the same list
    public record Suggestion(TicketDraft draft, List<Integer> dependsOn) {}

    /// The tickets of one call, as they stand.
    public record Standing(String proposal, List<Ticket> tickets) {
        public boolean isDecided() {
            return tickets.stream().noneMatch(one -> one.state() == TicketState.PROPOSED);
        }
    }

    /// Stages what an agent suggests. A call that is repeated finds the first one's.
    ///
    /// @param turn the turn the call belongs to: the same call in another turn is a new one
    /// @param sequence the number of the event that shows the call
    public Standing stage(
            ToolCaller caller, String turn, long sequence, List<Suggestion> suggestions)
            throws InterruptedException {
        suggestions.forEach(one -> DraftCheck.check(one.draft()));
        var fingerprint = fingerprint(caller, turn, suggestions);
        var id = newId();
        var staged =
                store.write(tickets -> {
                    var first = tickets.findRepeated(fingerprint);
                    if (first.isPresent()) {
                        return standing(tickets, first.get().id());
                    }
                    tickets.insert(
                            new TicketStore.Proposal(
                                    id,
                                    caller.session(),
                                    caller.provider(),
                                    caller.project(),
                                    fingerprint,
                                    false,
                                    clock.instant()));
                    return insert(tickets, caller, id, sequence, suggestions);
                });
        staged.tickets().forEach(board::published);
        return staged;
    }

    private Standing insert(
            TicketStore.Tickets tickets,
            ToolCaller caller,
            String id,
            long sequence,
            List<Suggestion> suggestions) {
        var origin =
                new Ticket.Origin(id, caller.provider(), caller.session().orElse(null), sequence);
        var staged = new ArrayList<Ticket>();
        for (var suggestion : suggestions) {
            var now = clock.instant();
            staged.add(
                    tickets.insert(
                            new Ticket(
                                    0,
                                    caller.project(),
                                    suggestion.draft(),
                                    TicketState.PROPOSED,
                                    Board.endOf(tickets, TicketState.PROPOSED),
                                    origin,
                                    null,
                                    false,
                                    now,
                                    now)));
        }
        // Only now has every one a number by which the others can name it.
        for (var at = 0; at < staged.size(); at++) {
            var numbers = new ArrayList<>(staged.get(at).draft().dependsOn());
            for (var other : suggestions.get(at).dependsOn()) {
                if (other < 0 || other >= staged.size()) {
                    throw Problem.invalid(
                            "Ticket " + at + " depends on number " + other + " of this list.",
                            "The list has the numbers 0 to " + (staged.size() - 1) + ".");
                }
                numbers.add(staged.get(other).number());
            }
            if (!numbers.isEmpty()) {
                var ticket = staged.get(at);
                tickets.update(ticket.with(ticket.draft().dependingOn(numbers)));
            }
        }
        for (var ticket : staged) {
            var stored = DraftCheck.required(tickets, ticket.number());
            DraftCheck.checkDependencies(tickets, stored.number(), stored.draft());
        }
        return standing(tickets, id);
    }

    /// How the tickets of a call stand now.
    public Standing standing(String proposal) throws InterruptedException {
        return store.read(tickets -> standing(tickets, proposal));
    }

    private static Standing standing(TicketStore.Tickets tickets, String proposal) {
        if (tickets.findProposal(proposal).isEmpty()) {
            throw Problem.notFound(
                    "There is no proposal \"" + proposal + "\".",
                    "Use the id that create_ticket answered with.");
        }
        return new Standing(proposal, tickets.list(TicketQuery.proposal(proposal)));
    }

    /// Waits until a person has decided all tickets of a call, or until patience is at its end.
    public Standing await(String proposal, Duration patience) throws InterruptedException {
        var end = System.nanoTime() + patience.toNanos();
        while (true) {
            var seen = changes();
            var standing = standing(proposal);
            var left = end - System.nanoTime();
            if (standing.isDecided() || left <= 0) {
                return standing;
            }
            awaitChange(seen, Math.min(left, LOOK_AGAIN.toNanos()));
        }
    }

    private synchronized long changes() {
        return changed;
    }

    private synchronized void noteChange() {
        changed++;
        notifyAll();
    }

    private synchronized void awaitChange(long seen, long nanos) throws InterruptedException {
        var end = System.nanoTime() + nanos;
        for (var left = nanos; changed == seen && left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    /// The agent has heard what became of everything it suggested in a call.
    public void markTold(String proposal) throws InterruptedException {
        store.write(tickets -> {
            tickets.findProposal(proposal)
                    .ifPresent(one ->
                            tickets.update(
                                    new TicketStore.Proposal(
                                            one.id(),
                                            one.session(),
                                            one.provider(),
                                            one.project(),
                                            one.fingerprint(),
                                            true,
                                            one.createdAt())));
            return "";
        });
    }

    /// What was decided while the agent of a session could not hear it.
    public List<Standing> untold(SessionId session) throws InterruptedException {
        return store.read(tickets ->
                tickets.untold(session).stream()
                        .map(one -> standing(tickets, one.id()))
                        .filter(Standing::isDecided)
                        .toList());
    }

    private static String newId() {
        var bytes = new byte[8];
        RANDOM.nextBytes(bytes);
        return "p" + HexFormat.of().formatHex(bytes);
    }

    private static String fingerprint(
            ToolCaller caller, String turn, List<Suggestion> suggestions) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            var text =
                    caller.session().map(SessionId::value).orElse("")
                            + "\n"
                            + turn
                            + "\n"
                            + Json.write(suggestions);
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }

    @Override
    public void close() {
        changes.close();
    }
}
