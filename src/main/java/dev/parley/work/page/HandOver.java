package dev.parley.work.page;

import dev.parley.api.HandOverRequest;
import dev.parley.api.MoveRequest;
import dev.parley.api.NewSession;
import dev.parley.api.Row;
import dev.parley.api.SessionInfo;
import dev.parley.api.Ticket;
import dev.parley.api.TicketChange;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.event.SessionKey;
import dev.parley.session.Sessions;
import dev.parley.work.move.OpenElsewhere;
import dev.parley.work.ticket.Tickets;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Goes on from any row of any session: with another CLI or the same one, or with a ticket.
public final class HandOver {
    private static final int LONGEST_QUOTE = 4_000;
    private static final int LONGEST_TITLE = 120;

    private final ViewSession view;
    private final Sessions sessions;
    private final Tickets tickets;
    private final OpenElsewhere opening;

    public HandOver(ViewSession view, Sessions sessions, Tickets tickets, OpenElsewhere opening) {
        this.opening = opening;
        this.view = view;
        this.sessions = sessions;
        this.tickets = tickets;
    }

    /// Starts a new session with the conversation, up to the turn of a row if one is named. It is a
    /// native session of its CLI where Parley can write one; elsewhere its first prompt carries
    /// what was said.
    public SessionInfo start(String ref, HandOverRequest wanted) throws InterruptedException {
        var key = view.named(ref).key();
        var provider = wanted.provider();
        if (key.isPresent() && provider != null && opening.isPossible(key.get(), provider)) {
            var toTurn = wanted.row() == null ? null : turn(ref, wanted.row(), key.get());
            var request =
                    new MoveRequest(
                            provider, wanted.model(), null, toTurn, Path.of(view.directory(ref)));
            return opening.run(key.get(), request, wanted.permission(), wanted.prompt());
        }
        return tell(ref, wanted);
    }

    /// Which turn a row belongs to, counted from one. What comes behind it is counted from the end:
    /// the log of a resumed session has only its later turns.
    private int turn(String ref, String row, SessionKey key) throws InterruptedException {
        var last = view.row(ref, row).last();
        var turns = opening.turns(key);
        var behind = new ArrayList<Instant>();
        var until = new int[] {0};
        view.events(ref, row)
                .read(event -> {
                    if (event.event() instanceof Event.UserSaid) {
                        if (event.sequenceNumber() <= last) {
                            until[0]++;
                        } else {
                            behind.add(event.timestamp());
                        }
                    }
                });
        var isOneToOne = until[0] + behind.size() <= turns.size();
        var turn =
                isOneToOne || behind.isEmpty()
                        ? turns.size() - behind.size()
                        : (int) turns.stream().filter(behind.getFirst()::isAfter).count();
        return Math.max(1, turn);
    }

    private SessionInfo tell(String ref, HandOverRequest wanted) throws InterruptedException {
        var told = new ToldConversation(view.shown(ref).session());
        var row = wanted.row();
        var until = row == null ? Long.MAX_VALUE : view.row(ref, row).last();
        view.events(ref, row)
                .read(event -> {
                    if (event.sequenceNumber() <= until) {
                        told.add(event.event());
                    }
                });
        var prompt = told.before(wanted.prompt());
        return sessions.start(
                new NewSession(
                        wanted.provider(),
                        wanted.model(),
                        view.directory(ref),
                        wanted.permission(),
                        null,
                        null,
                        List.of(),
                        null,
                        null,
                        Action.Prompt.of(prompt)));
    }

    /// Writes a ticket about a row, for the project of its session.
    ///
    /// @param title absent: the beginning of the row
    public Ticket ticket(String ref, String row, @Nullable String title)
            throws InterruptedException {
        var found = view.row(ref, row);
        var text = text(found.body());
        var heading = title == null || title.isBlank() ? heading(text) : title;
        var body =
                "> "
                        + RowText.cut(text, LONGEST_QUOTE).strip().replace("\n", "\n> ")
                        + "\n\nFrom "
                        + ref
                        + ", row "
                        + found.id()
                        + ".";
        return tickets.write(
                Path.of(view.directory(ref)),
                new TicketChange(heading, body, null, null, null, null, null));
    }

    private static String heading(String text) {
        var line = RowText.line(text.strip().lines().findFirst().orElse(""));
        if (line.isEmpty()) {
            throw Problem.invalid("The row has no text.", "Give the ticket a title.");
        }
        return line.length() <= LONGEST_TITLE ? line : line.substring(0, LONGEST_TITLE - 1) + "…";
    }

    private static String text(Row.Body body) {
        return switch (body) {
            case Row.Prompt(var text) -> text;
            case Row.Text said -> said.text();
            case Row.Thought thought -> thought.text();
            case Row.Tool tool -> tool.name() + " " + tool.summary();
            case Row.Approval approval -> approval.toolName() + " " + approval.description();
            case Row.Failure failure -> failure.message();
            case Row.End end -> "The turn ended: " + end.reason().wireName() + ".";
            case Row.Note(var text) -> text;
            case Row.Raw raw -> raw.text();
        };
    }
}
