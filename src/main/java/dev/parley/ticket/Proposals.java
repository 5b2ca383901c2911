package dev.parley.ticket;

import dev.parley.api.SessionId;
import dev.parley.api.Subscription;
import dev.parley.api.Ticket;
import dev.parley.api.TicketDraft;
import dev.parley.api.TicketState;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.store.TicketStore;
import dev.parley.tool.ToolCall;
import dev.parley.tool.ToolCaller;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

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
    /// @param project where it belongs
    /// @param moment the same call in another turn is a new one
    public Standing stage(
            ToolCaller caller, Path project, ToolCall.Moment moment, List<Suggestion> suggestions)
            throws InterruptedException {
        suggestions.forEach(one -> DraftCheck.check(one.draft()));
        var fingerprint = fingerprint(caller, moment.turn(), suggestions);
        var id = newId();
        var isNew = new AtomicBoolean();
        var staged =
                store.write(tickets -> {
                    var first = tickets.findRepeated(fingerprint);
                    isNew.set(first.isEmpty());
                    if (first.isPresent()) {
                        return standing(tickets, first.get().id());
                    }
                    tickets.insert(
                            new TicketStore.Proposal(
                                    id,
                                    caller.session(),
                                    caller.provider(),
                                    project,
                                    fingerprint,
                                    clock.instant()));
                    var origin =
                            new Ticket.Origin(
                                    id,
                                    caller.provider(),
                                    caller.session().orElse(null),
                                    moment.sequence(),
                                    List.of());
                    insert(tickets, project, origin, suggestions);
                    return standing(tickets, id);
                });
        if (isNew.get()) {
            staged.tickets().forEach(board::published);
        }
        return staged;
    }

    private void insert(
            TicketStore.Tickets tickets,
            Path project,
            Ticket.Origin origin,
            List<Suggestion> suggestions) {
        var similarity = new Similarity(tickets.openTitles(project));
        var staged = new ArrayList<Ticket>();
        for (var suggestion : suggestions) {
            var draft = suggestion.draft();
            DraftCheck.checkOwn(tickets, project, draft);
            var now = clock.instant();
            staged.add(
                    tickets.insert(
                            new Ticket(
                                    0,
                                    project,
                                    draft,
                                    TicketState.PROPOSED,
                                    Board.endOf(tickets, TicketState.PROPOSED),
                                    new Ticket.Origin(
                                            origin.proposal(),
                                            origin.provider(),
                                            origin.session(),
                                            origin.sequence(),
                                            similarity.to(draft.title())),
                                    null,
                                    false,
                                    1,
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
    }

    /// How the tickets of a call stand now.
    public Standing standing(String proposal) throws InterruptedException {
        return store.read(tickets -> standing(tickets, proposal));
    }

    private static Standing standing(TicketStore.Tickets tickets, String proposal) {
        return new Standing(proposal, DraftCheck.proposed(tickets, proposal));
    }

    /// Those of an agent's own project; others are none of its business.
    Standing standingIn(Path project, String proposal) throws InterruptedException {
        return store.read(tickets -> {
            var found = tickets.findProposal(proposal).map(TicketStore.Proposal::project);
            // The same words as for one that is not there.
            return standing(tickets, found.equals(Optional.of(project)) ? proposal : "");
        });
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
