package dev.parley;

import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.session.PromptNotes;
import dev.parley.session.Sessions;
import dev.parley.store.TicketStore;
import dev.parley.ticket.Board;
import dev.parley.ticket.Copies;
import dev.parley.ticket.Proposals;
import dev.parley.ticket.Reports;
import dev.parley.ticket.TicketSessions;
import dev.parley.ticket.TicketTools;
import dev.parley.work.ticket.StartTicket;
import dev.parley.work.ticket.TicketProgress;
import dev.parley.work.ticket.Tickets;
import dev.parley.workspace.worktree.ProjectRoots;
import dev.parley.workspace.worktree.Worktrees;

import org.slf4j.LoggerFactory;

import java.time.Clock;

/// The parts of the board, put together: sessions need some of them, and others need the sessions.
final class TicketBoard {
    private final Board board;
    private final Worktrees worktrees;
    private final Clock clock;
    private final ProjectRoots projects;
    private final Proposals proposals;
    private final Reports reports;

    TicketBoard(TicketStore store, Worktrees worktrees, Clock clock) {
        this.worktrees = worktrees;
        this.clock = clock;
        board = new Board(store, clock);
        projects = new ProjectRoots(worktrees);
        proposals = new Proposals(store, board, clock);
        reports = new Reports(store);
    }

    /// What agents reach the board by.
    TicketTools tools() {
        return new TicketTools(board, proposals, reports, projects::around);
    }

    /// Which sessions work on which tickets.
    TicketSessions links() {
        return new TicketSessions(board);
    }

    /// What was decided while an agent could not hear it.
    PromptNotes notes() {
        return new PromptNotes() {
            @Override
            public String before(SessionId session) throws InterruptedException {
                return reports.before(session);
            }

            @Override
            public void heard(SessionId session) throws InterruptedException {
                reports.heard(session);
            }
        };
    }

    /// The board with sessions that work on its tickets.
    record Connected(Tickets tickets, TicketProgress progress) {
        /// In the background: nobody waits for where tickets are.
        void recover() {
            Thread.ofVirtual().name("ticket-recovery").start(this::catchUp);
        }

        private void catchUp() {
            try {
                progress.recover();
            } catch (Problem problem) {
                LoggerFactory.getLogger(TicketBoard.class)
                        .warn("Tickets stay where they are: {}", problem.message());
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    Connected with(Sessions sessions) {
        var links = links();
        var progress = new TicketProgress(sessions, links);
        progress.begin();
        var starts = new StartTicket(board, links, progress, sessions, worktrees);
        return new Connected(
                new Tickets(board, links, new Copies(board, clock), starts, projects), progress);
    }
}
