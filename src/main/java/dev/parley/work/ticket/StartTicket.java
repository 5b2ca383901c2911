package dev.parley.work.ticket;

import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.Ticket;
import dev.parley.api.TicketStart;
import dev.parley.api.TicketState;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.session.Sessions;
import dev.parley.store.TicketStore.SessionLink;
import dev.parley.ticket.Board;
import dev.parley.ticket.TicketSessions;
import dev.parley.workspace.worktree.Worktree;
import dev.parley.workspace.worktree.Worktrees;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Starts a session that works on a ticket: the ticket is its prompt.
public final class StartTicket {
    private final Board board;
    private final TicketSessions links;
    private final TicketProgress progress;
    private final Sessions sessions;
    private final Worktrees worktrees;

    public StartTicket(
            Board board,
            TicketSessions links,
            TicketProgress progress,
            Sessions sessions,
            Worktrees worktrees) {
        this.board = board;
        this.links = links;
        this.progress = progress;
        this.sessions = sessions;
        this.worktrees = worktrees;
    }

    SessionInfo start(long number, TicketStart how) throws InterruptedException {
        var ticket = board.get(number);
        check(ticket, how.isForced());
        if (!Files.isDirectory(ticket.project())) {
            throw Problem.invalid(
                    "The directory of " + ticket.name() + " is not there: " + ticket.project(),
                    "Bring it back, or write the ticket for another one.");
        }
        var prompt = Action.Prompt.of(TicketPrompt.of(ticket, board.comments(number)));
        var worktree =
                how.isInWorktree()
                        ? Optional.of(worktrees.add(ticket.project()))
                        : Optional.<Worktree>empty();
        var info = started(ticket, how, prompt, worktree);
        links.link(number, info.id());
        progress.linked(info.id());
        return info;
    }

    private SessionInfo started(
            Ticket ticket, TicketStart how, Action.Prompt prompt, Optional<Worktree> worktree)
            throws InterruptedException {
        var directory = worktree.map(Worktree::directory).orElse(ticket.project());
        try {
            var info = sessions.start(request(how, directory).saying(prompt));
            // The session can go on at any time, and what it leaves is for a person to look at.
            worktree.ifPresent(Worktree::keep);
            return info;
        } catch (InterruptedException | RuntimeException e) {
            worktree.ifPresent(it -> it.end(Worktree.Changes.KEEP));
            throw e;
        }
    }

    private static NewSession request(TicketStart how, Path directory) {
        return new NewSession(
                how.provider(),
                how.model(),
                directory.toString(),
                how.permission(),
                null,
                null,
                List.of(),
                null,
                null,
                null);
    }

    private void check(Ticket ticket, boolean isForced) throws InterruptedException {
        if (ticket.state() == TicketState.PROPOSED || ticket.state() == TicketState.REJECTED) {
            throw Problem.invalid(
                    ticket.name() + " is " + ticket.state().wireName() + ".",
                    "Only what was accepted is worked on.");
        }
        if (isForced) {
            return;
        }
        if (ticket.state() == TicketState.DONE) {
            throw busy(ticket.name() + " is done already.");
        }
        var open = board.openDependencies(List.of(ticket));
        if (!open.isEmpty()) {
            var names = open.stream().sorted().map(number -> "T" + number);
            throw busy(
                    ticket.name()
                            + " depends on "
                            + names.collect(Collectors.joining(", "))
                            + (open.size() == 1
                                    ? ", which is not done."
                                    : ", which are not done."));
        }
        for (var link : links.of(ticket.number())) {
            if (isAtWork(link)) {
                throw busy("The session " + link.session() + " works on " + ticket.name() + ".");
            }
        }
    }

    private boolean isAtWork(SessionLink link) throws InterruptedException {
        try {
            return isAtWork(link.session());
        } catch (Problem _) {
            return false; // it is gone
        }
    }

    private boolean isAtWork(SessionId session) throws InterruptedException {
        var info = sessions.info(session);
        return info.turnId() != null || info.queued() > 0;
    }

    private static Problem busy(String message) {
        return new Problem(
                Problem.Kind.BUSY, message, "Start it nevertheless with \"force\" (--force).");
    }
}
