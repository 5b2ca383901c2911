package dev.parley.ticket;

import dev.parley.api.Ticket;
import dev.parley.api.TicketDraft;
import dev.parley.base.problem.Problem;
import dev.parley.store.TicketStore;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;

/// What a ticket may say, whoever writes it.
final class DraftCheck {
    private static final int LONGEST_TITLE = 200;
    private static final int LONGEST_BODY = 64 * 1024;
    private static final int MOST_LABELS = 20;
    private static final int LONGEST_LABEL = 50;
    private static final int MOST_LINKS = 100;
    private static final int LONGEST_PATH = 1000;

    private DraftCheck() {}

    static void check(TicketDraft draft) {
        if (draft.title().isBlank()) {
            throw Problem.invalid(
                    "A ticket has no title.", "Say in a few words what is to be done.");
        }
        atMost(draft.title().length(), LONGEST_TITLE, "characters in a title");
        atMost(draft.body().length(), LONGEST_BODY, "characters in a body");
        atMost(draft.labels().size(), MOST_LABELS, "labels");
        checkDependencies(draft.dependsOn().size());
        atMost(draft.files().size(), MOST_LINKS, "files");
        longest(draft.labels(), LONGEST_LABEL, "characters in a label");
        longest(draft.files(), LONGEST_PATH, "characters in a path");
    }

    static void checkDependencies(int number) {
        atMost(number, MOST_LINKS, "dependencies");
    }

    private static void longest(List<String> texts, int most, String what) {
        atMost(texts.stream().mapToInt(String::length).max().orElse(0), most, what);
    }

    private static void atMost(int number, int most, String what) {
        if (number > most) {
            throw Problem.invalid(
                    "A ticket takes up to " + most + " " + what + ", and here are " + number + ".",
                    "Shorten it.");
        }
    }

    /// Every dependency is there, and none leads back.
    static void checkDependencies(TicketStore.Tickets tickets, long number, TicketDraft draft) {
        var seen = new HashSet<Long>();
        var next = new ArrayDeque<>(draft.dependsOn());
        while (!next.isEmpty()) {
            long dependency = next.pop();
            if (dependency == number) {
                throw Problem.invalid(
                        "T" + number + " would depend on itself.", "Leave that dependency out.");
            }
            if (seen.add(dependency)) {
                next.addAll(required(tickets, dependency).draft().dependsOn());
            }
        }
    }

    /// What an agent names belongs to its own project.
    static void checkOwn(TicketStore.Tickets tickets, Path project, TicketDraft draft) {
        for (var number : draft.dependsOn()) {
            if (tickets.find(number).filter(one -> one.project().equals(project)).isEmpty()) {
                throw foreign(number);
            }
        }
    }

    static Problem foreign(long number) {
        return Problem.notFound(
                "There is no ticket T" + number + " in this project.", "list_tickets has the ids.");
    }

    /// The tickets of one call of an agent.
    static List<Ticket> proposed(TicketStore.Tickets tickets, String proposal) {
        if (tickets.findProposal(proposal).isEmpty()) {
            throw Problem.notFound(
                    "There is no proposal \"" + proposal + "\".",
                    "Use the id that create_ticket answered with.");
        }
        return tickets.ofProposal(proposal);
    }

    static Ticket required(TicketStore.Tickets tickets, long number) {
        return tickets.find(number)
                .orElseThrow(() ->
                        Problem.notFound(
                                "There is no ticket T" + number + ".",
                                "`parley tickets` and list_tickets have the numbers."));
    }
}
