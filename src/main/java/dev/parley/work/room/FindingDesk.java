package dev.parley.work.room;

import dev.parley.api.Finding;
import dev.parley.api.RoomEvent;
import dev.parley.api.RoomMessage;
import dev.parley.api.SessionId;
import dev.parley.api.Ticket;
import dev.parley.api.TicketChange;
import dev.parley.api.TicketDraft;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.room.FindingText;
import dev.parley.work.LiveSessions;
import dev.parley.work.ticket.Tickets;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.List;

/// What becomes of findings: a ticket, or a word to the session whose changes were reviewed.
public final class FindingDesk {
    private final RoomHost host;
    private final Tickets tickets;
    private final LiveSessions sessions;

    FindingDesk(RoomHost host, Tickets tickets, LiveSessions sessions) {
        this.host = host;
        this.tickets = tickets;
        this.sessions = sessions;
    }

    public List<Finding> list(String room) throws InterruptedException {
        return host.store().findings(host.room(room).name());
    }

    private Finding get(String room, String id) throws InterruptedException {
        return list(room).stream()
                .filter(finding -> finding.id().equalsIgnoreCase(id.strip()))
                .findFirst()
                .orElseThrow(() ->
                        Problem.notFound(
                                "The room " + room + " has no finding \"" + id + "\".",
                                "`parley room findings " + room + "` lists them."));
    }

    /// A finding becomes a ticket once.
    ///
    /// @param directory of the project; absent: that of the room, or where the session works
    public Ticket ticket(String room, String id, @Nullable Path directory)
            throws InterruptedException {
        var finding = get(room, id);
        if (finding.ticket() != null) {
            return tickets.get("T" + finding.ticket());
        }
        var project = directory == null ? project(room, finding) : directory;
        var ticket =
                tickets.write(
                        project,
                        new TicketChange(
                                finding.title(),
                                FindingText.body(finding, room),
                                TicketDraft.Kind.BUG,
                                null,
                                List.of("review", finding.status().wireName()),
                                null,
                                finding.file().isEmpty() ? null : List.of(finding.file())));
        var changed = List.of(finding.ticketed(ticket.number()));
        host.store().put(room, changed);
        host.publish(room, new RoomEvent.Found(changed));
        return ticket;
    }

    private Path project(String room, Finding finding) throws InterruptedException {
        var own = host.room(room).project();
        if (own != null) {
            return Path.of(own);
        }
        var session = session(room, finding);
        if (session != null) {
            return sessions.info(SessionId.of(session)).cwd();
        }
        throw Problem.invalid(
                "It is not clear in which project the ticket belongs.",
                "Name a directory of it (project).");
    }

    private @Nullable String session(String room, Finding finding) throws InterruptedException {
        return host.store().after(room, finding.message() - 1, 1).stream()
                .map(RoomMessage::session)
                .filter(it -> it != null)
                .findFirst()
                .orElse(null);
    }

    /// Tells the session whose changes were reviewed; it works on it as its next turn.
    ///
    /// @param to another session
    public SessionId comment(String room, String id, @Nullable String to)
            throws InterruptedException {
        var finding = get(room, id);
        var session = to == null ? session(room, finding) : to;
        if (session == null) {
            throw Problem.invalid(
                    "It was no session that was reviewed.", "Name the session that is to hear it.");
        }
        var target = sessions.named(session.strip());
        sessions.ask(
                target,
                Action.Prompt.of(
                        "A review of your changes found this: "
                                + finding.title()
                                + "\n\n"
                                + FindingText.body(finding, room)
                                + "\n\nLook at it. Mend it if it is right; otherwise say why it is"
                                + " not."));
        return target;
    }
}
