package dev.parley.door.cli.ticket;

import dev.parley.api.Ticket;
import dev.parley.api.TicketChange;
import dev.parley.api.TicketCopy;
import dev.parley.api.TicketDraft;
import dev.parley.api.TicketState;
import dev.parley.api.TicketsSeen;
import dev.parley.base.problem.Problem;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Interrupts;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.render.TicketMarkdown;
import dev.parley.door.render.TicketMarkdownReader;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/// `parley tickets edit`: a ticket as a small Markdown file in the user's editor.
@Command(
        name = "edit",
        description = "Change what a ticket says, in $VISUAL or $EDITOR.",
        footer = {"", "A file that cannot be read is kept, and its path is printed."})
final class TicketEdit extends TicketCommand {
    @Parameters(index = "0", paramLabel = "ID", description = ID)
    private String id = "";

    @Option(names = "--accept", description = "Accept the proposal as you have changed it.")
    private boolean isAccepted;

    TicketEdit(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    @Override
    public Integer call() throws InterruptedException {
        var ticket = tickets().get(id);
        if (isAccepted && ticket.state() != TicketState.PROPOSED) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    ticket.name()
                            + " was decided already: it is "
                            + ticket.state().wireName()
                            + ".",
                    "Leave --accept out.");
        }
        var editor = apps.get().editText();
        var file = editor.begin(ticket.name(), TicketMarkdown.of(copy(ticket)));
        var text = editor.edit(file, this::handOver);
        try {
            var changed = changed(ticket, read(text, file));
            editor.done(file);
            print(changed);
        } catch (Problem problem) {
            throw new Problem(
                    problem.kind(),
                    problem.message(),
                    problem.remedy() + " What you wrote is in " + file);
        }
        return 0;
    }

    private Ticket changed(Ticket ticket, TicketDraft wanted) throws InterruptedException {
        var change = TicketChange.to(wanted);
        var seen = TicketsSeen.of(id, ticket.version());
        if (isAccepted) {
            return tickets().accept(id, change, seen);
        }
        return wanted.equals(ticket.draft()) ? ticket : tickets().edit(id, change, seen);
    }

    /// The column is not for editing: it would be a move.
    private static TicketCopy copy(Ticket ticket) {
        var draft = ticket.draft();
        return new TicketCopy(
                ticket.name(),
                draft.dependingOn(List.of()),
                draft.dependsOn().stream().map(number -> "T" + number).toList(),
                ticket.state(),
                List.of());
    }

    private TicketDraft read(String text, Path file) throws InterruptedException {
        var ticket = tickets().get(id);
        var copies = TicketMarkdownReader.read(text, file.getFileName().toString());
        if (copies.size() != 1 || !copies.getFirst().comments().isEmpty()) {
            throw Problem.invalid(
                    "The file has " + copies.size() + " tickets and comments, not one ticket.",
                    "Write a line \"---\" in the body as \"\\---\".");
        }
        var copy = copies.getFirst();
        if (!ticket.name().equals(copy.id()) || copy.column() != ticket.state()) {
            throw Problem.invalid(
                    "The id and the column are not changed here.",
                    "Leave them, and use: parley tickets move " + ticket.name() + " COLUMN");
        }
        var draft = copy.draft();
        return new TicketChange(
                        draft.title(),
                        draft.body().equals(ticket.draft().body())
                                ? draft.body()
                                : bare(draft.body()),
                        draft.kind(),
                        draft.priority(),
                        draft.labels(),
                        copy.dependsOn(),
                        draft.files())
                .of(draft);
    }

    /// Editors add and leave empty lines at the ends.
    private static String bare(String body) {
        return body.replaceFirst("^(?:\\h*\\R)+", "").stripTrailing();
    }

    /// Ctrl-C is for the editor, which has the same terminal.
    private void handOver() {
        console.out().flush();
        Interrupts.handle(() -> {});
    }
}
