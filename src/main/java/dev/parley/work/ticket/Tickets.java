package dev.parley.work.ticket;

import dev.parley.api.SessionInfo;
import dev.parley.api.Ticket;
import dev.parley.api.TicketChange;
import dev.parley.api.TicketComment;
import dev.parley.api.TicketCopy;
import dev.parley.api.TicketDetails;
import dev.parley.api.TicketDraft;
import dev.parley.api.TicketImport;
import dev.parley.api.TicketPage;
import dev.parley.api.TicketQuery;
import dev.parley.api.TicketStart;
import dev.parley.api.TicketState;
import dev.parley.api.TicketView;
import dev.parley.api.TicketsSeen;
import dev.parley.api.Watching;
import dev.parley.base.problem.Problem;
import dev.parley.ticket.Board;
import dev.parley.ticket.BoardWatch;
import dev.parley.ticket.Copies;
import dev.parley.ticket.TicketSessions;
import dev.parley.workspace.worktree.ProjectRoots;

import org.jspecify.annotations.Nullable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The board, as doors ask for it. Ids are as people write them; a project is any directory of it.
public final class Tickets {
    private final Board board;
    private final TicketSessions links;
    private final Copies copies;
    private final StartTicket starts;
    private final ProjectRoots projects;
    private final BoardWatch watch;

    public Tickets(
            Board board,
            TicketSessions links,
            Copies copies,
            StartTicket starts,
            ProjectRoots projects) {
        this.board = board;
        this.links = links;
        this.copies = copies;
        this.starts = starts;
        this.projects = projects;
        watch = new BoardWatch(board);
    }

    /// The board in its order. Of one that is longer than the limit, the next part comes with the
    /// last ticket as `after`.
    public TicketPage list(TicketQuery query) throws InterruptedException {
        if (query.limit() < 1 || query.limit() > TicketQuery.MOST) {
            throw Problem.invalid(
                    "A list of " + query.limit() + " tickets is not possible.",
                    "Give a number between 1 and " + TicketQuery.MOST + ".");
        }
        var project = query.project() == null ? null : projects.around(query.project());
        var found =
                board.list(
                        new TicketQuery(
                                project,
                                query.states(),
                                query.label(),
                                query.after(),
                                query.limit() + 1));
        var shown = found.subList(0, Math.min(found.size(), query.limit()));
        return new TicketPage(views(shown), found.size() <= query.limit());
    }

    /// The tickets of one call of an agent, in the order it named them.
    public List<TicketView> ofProposal(String proposal) throws InterruptedException {
        return views(board.ofProposal(proposal));
    }

    /// Tickets with what is to be known beside them.
    public List<TicketView> views(List<Ticket> tickets) throws InterruptedException {
        var open = board.openDependencies(tickets);
        return tickets.stream()
                .map(ticket ->
                        new TicketView(
                                ticket,
                                ticket.draft().dependsOn().stream()
                                        .filter(open::contains)
                                        .toList()))
                .toList();
    }

    public TicketView view(Ticket ticket) throws InterruptedException {
        return views(List.of(ticket)).getFirst();
    }

    public Ticket get(String id) throws InterruptedException {
        return board.get(Ticket.number(id));
    }

    public TicketDetails details(String id) throws InterruptedException {
        var ticket = get(id);
        return new TicketDetails(
                view(ticket),
                hints(ticket),
                board.comments(ticket.number()),
                links.of(ticket.number()).stream()
                        .map(link -> new TicketDetails.Work(link.session(), link.used()))
                        .toList());
    }

    /// As it seemed when it was proposed, as far as there is still something to do for them.
    private List<Long> hints(Ticket ticket) throws InterruptedException {
        var origin = ticket.origin();
        if (origin == null || ticket.state().isOver()) {
            return List.of();
        }
        var open = board.unfinished(origin.similar());
        return origin.similar().stream().filter(open::contains).toList();
    }

    /// Open tickets that may be the same as one. Looks at all titles of its project.
    public List<Ticket> similarTo(Ticket ticket) throws InterruptedException {
        var found = new ArrayList<Ticket>();
        for (var number : board.similarTo(ticket)) {
            board.find(number).ifPresent(found::add);
        }
        return found;
    }

    /// @param directory any directory of the project
    public Ticket write(Path directory, TicketChange wanted) throws InterruptedException {
        return board.write(project(directory), wanted.of(TicketDraft.titled("")));
    }

    private Path project(Path directory) {
        if (!directory.isAbsolute() || !Files.isDirectory(directory)) {
            throw Problem.invalid(
                    "There is no directory \"" + directory + "\".",
                    "Name the project by an absolute path.");
        }
        return projects.around(directory);
    }

    /// @param seen what the person has changed
    public Ticket edit(String id, TicketChange change, TicketsSeen seen)
            throws InterruptedException {
        return board.edit(Ticket.number(id), change::of, seen);
    }

    /// @param change what the person wants to be different
    /// @param seen what he decides on
    public Ticket accept(String id, @Nullable TicketChange change, TicketsSeen seen)
            throws InterruptedException {
        return board.accept(
                Ticket.number(id), draft -> change == null ? draft : change.of(draft), seen);
    }

    public Ticket reject(String id, @Nullable String reason, TicketsSeen seen)
            throws InterruptedException {
        return board.reject(Ticket.number(id), reason, seen);
    }

    /// Accepts what is undecided of one call of an agent.
    public List<TicketView> acceptAll(String proposal, TicketsSeen seen)
            throws InterruptedException {
        return views(board.acceptAll(proposal, seen));
    }

    public List<TicketView> rejectAll(String proposal, @Nullable String reason, TicketsSeen seen)
            throws InterruptedException {
        return views(board.rejectAll(proposal, reason, seen));
    }

    /// @param before the ticket it comes before; absent: to the end
    public Ticket move(String id, TicketState column, @Nullable String before)
            throws InterruptedException {
        return board.move(
                Ticket.number(id),
                column,
                before == null ? null : Long.valueOf(Ticket.number(before)));
    }

    public TicketComment comment(String id, String text) throws InterruptedException {
        return board.comment(Ticket.number(id), text, null);
    }

    /// Starts a session that works on a ticket.
    public SessionInfo start(String id, TicketStart how) throws InterruptedException {
        return starts.start(Ticket.number(id), how);
    }

    /// @param directory any directory of the project; absent: all projects
    public List<TicketCopy> exported(@Nullable Path directory) throws InterruptedException {
        return copies.taken(directory == null ? null : projects.around(directory));
    }

    /// Those that the project has already stay as they are.
    public TicketImport imported(Path directory, List<TicketCopy> tickets)
            throws InterruptedException {
        return copies.put(project(directory), tickets);
    }

    /// The project that a directory is in.
    public Path projectOf(Path directory) {
        return projects.around(directory);
    }

    /// Reports what changes from now on, whoever changes it.
    public Watching watch(Consumer<List<Ticket>> listener) throws InterruptedException {
        return watch.watch(listener);
    }
}
