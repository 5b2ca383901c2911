package dev.parley.ticket;

import dev.parley.api.Ticket;
import dev.parley.api.TicketComment;
import dev.parley.api.TicketCopy;
import dev.parley.api.TicketImport;
import dev.parley.api.TicketQuery;
import dev.parley.api.TicketState;
import dev.parley.base.problem.Problem;
import dev.parley.store.TicketStore;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Takes tickets out of the board and puts them onto one: all of a file or nothing.
public final class Copies {
    private static final int MOST = 10_000;
    private static final int LONGEST_ID = 50;

    private final Board board;
    private final Clock clock;

    public Copies(Board board, Clock clock) {
        this.board = board;
        this.clock = clock;
    }

    /// Everything on the board, in its order. What depends on something else does not say so.
    ///
    /// @param project absent: of all projects
    public List<TicketCopy> taken(@Nullable Path project) throws InterruptedException {
        return board.store()
                .read(tickets -> {
                    var list = tickets.list(TicketQuery.board(project, MOST));
                    var there = list.stream().map(Ticket::number).collect(Collectors.toSet());
                    return list.stream()
                            .map(ticket ->
                                    new TicketCopy(
                                            ticket.name(),
                                            ticket.draft().dependingOn(List.of()),
                                            ticket.draft().dependsOn().stream()
                                                    .filter(there::contains)
                                                    .map(number -> "T" + number)
                                                    .toList(),
                                            ticket.state(),
                                            remarks(tickets, ticket)))
                            .toList();
                });
    }

    private static List<TicketCopy.Remark> remarks(TicketStore.Tickets tickets, Ticket ticket) {
        return tickets.comments(ticket.number()).stream()
                .map(one -> new TicketCopy.Remark(one.text(), one.session(), one.createdAt()))
                .toList();
    }

    /// Puts copies onto the board, each behind what is in its column already, as new tickets with
    /// new numbers. Those that the project has already are left out: the same file twice adds
    /// nothing.
    public TicketImport put(Path project, List<TicketCopy> copies) throws InterruptedException {
        var places = check(copies);
        var sources = KnownCopies.sources(copies);
        var result =
                board.store()
                        .write(tickets -> {
                            var known = new KnownCopies(tickets, project);
                            var skipped = new ArrayList<Ticket>();
                            var fresh = new ArrayList<Integer>();
                            var numbers = new ArrayList<Long>();
                            for (var at = 0; at < copies.size(); at++) {
                                var there = known.find(copies.get(at), sources.get(at));
                                there.ifPresent(skipped::add);
                                if (there.isPresent()) {
                                    numbers.add(there.get().number());
                                } else {
                                    fresh.add(at);
                                    numbers.add(insert(tickets, project, copies.get(at)));
                                    tickets.putSource(numbers.getLast(), sources.get(at));
                                }
                            }
                            var added = new ArrayList<Ticket>();
                            for (var at : fresh) {
                                var dependencies =
                                        copies.get(at).dependsOn().stream()
                                                .map(id -> numbers.get(place(places, id)))
                                                .toList();
                                added.add(linked(tickets, numbers.get(at), dependencies));
                            }
                            return new TicketImport(added, skipped);
                        });
        result.added().forEach(board::published);
        return result;
    }

    private static Ticket linked(
            TicketStore.Tickets tickets, long number, List<Long> dependencies) {
        var ticket = DraftCheck.required(tickets, number);
        if (dependencies.isEmpty()) {
            return ticket;
        }
        // No circle: nothing that was there already depends on what is new.
        var changed = ticket.with(ticket.draft().dependingOn(dependencies));
        tickets.update(changed);
        return changed;
    }

    private long insert(TicketStore.Tickets tickets, Path project, TicketCopy copy) {
        var now = clock.instant();
        var ticket =
                tickets.insert(
                        Ticket.written(
                                project,
                                copy.draft(),
                                copy.column(),
                                Board.endOf(tickets, copy.column()),
                                now));
        for (var remark : copy.comments()) {
            tickets.insert(
                    new TicketComment(
                            0,
                            ticket.number(),
                            remark.text(),
                            remark.session(),
                            remark.at() == null ? now : remark.at()));
        }
        return ticket.number();
    }

    /// @return the place of every id
    private static Map<String, Integer> check(List<TicketCopy> copies) {
        if (copies.isEmpty()) {
            throw Problem.invalid("There are no tickets in it.", "Export some to see the form.");
        }
        if (copies.size() > MOST) {
            throw Problem.invalid(
                    "These are " + copies.size() + " tickets, and " + MOST + " can be taken.",
                    "Import them in parts.");
        }
        var places = new HashMap<String, Integer>();
        for (var at = 0; at < copies.size(); at++) {
            var copy = copies.get(at);
            try {
                check(copy);
            } catch (Problem problem) {
                throw Problem.invalid(
                        called(copy, at) + ": " + problem.message(), problem.remedy());
            }
            if (copy.id() != null && places.put(copy.id(), at) != null) {
                throw Problem.invalid(
                        "Two tickets have the id \"" + copy.id() + "\".", "Give one another id.");
            }
        }
        checkDependencies(copies, places);
        return places;
    }

    private static void check(TicketCopy copy) {
        DraftCheck.check(copy.draft());
        DraftCheck.checkDependencies(copy.dependsOn().size());
        copy.comments().forEach(remark -> Board.checkComment(remark.text()));
        if (copy.id() != null && (copy.id().isBlank() || copy.id().length() > LONGEST_ID)) {
            throw Problem.invalid(
                    "An id has 1 to " + LONGEST_ID + " characters.", "Change it, such as T12.");
        }
        if (copy.column() == TicketState.REJECTED) {
            throw Problem.invalid(
                    "\"rejected\" is no column.", "Use proposed, ready, doing, review or done.");
        }
    }

    private static String called(TicketCopy copy, int at) {
        return copy.id() == null ? "Ticket number " + (at + 1) : copy.id();
    }

    /// Takes away what depends on nothing that is left, again and again: a circle stays.
    private static void checkDependencies(List<TicketCopy> copies, Map<String, Integer> places) {
        var waitsFor = new int[copies.size()];
        var needed = new HashMap<Integer, List<Integer>>();
        var free = new ArrayDeque<Integer>();
        for (var at = 0; at < copies.size(); at++) {
            for (var id : copies.get(at).dependsOn()) {
                if (!places.containsKey(id)) {
                    throw Problem.invalid(
                            called(copies.get(at), at)
                                    + " depends on "
                                    + id
                                    + ", which is not in it.",
                            "Put that ticket into the same file, or leave the dependency out.");
                }
                needed.computeIfAbsent(place(places, id), _ -> new ArrayList<>()).add(at);
                waitsFor[at]++;
            }
            if (waitsFor[at] == 0) {
                free.add(at);
            }
        }
        while (!free.isEmpty()) {
            for (var other : needed.getOrDefault(free.pop(), List.of())) {
                if (--waitsFor[other] == 0) {
                    free.add(other);
                }
            }
        }
        for (var at = 0; at < waitsFor.length; at++) {
            if (waitsFor[at] > 0) {
                throw Problem.invalid(
                        called(copies.get(at), at) + " would depend on itself, by way of others.",
                        "Leave a dependency out.");
            }
        }
    }

    private static int place(Map<String, Integer> places, String id) {
        return places.getOrDefault(id, 0);
    }
}
