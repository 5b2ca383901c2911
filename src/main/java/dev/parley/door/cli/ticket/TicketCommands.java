package dev.parley.door.cli.ticket;

import dev.parley.api.TicketChange;
import dev.parley.api.TicketDetails;
import dev.parley.api.TicketDraft;
import dev.parley.api.TicketState;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.Table;
import dev.parley.door.json.TicketJson;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// The commands below `parley tickets` that look at the board and move things on it.
public final class TicketCommands {
    private TicketCommands() {}

    public static List<Object> all(Supplier<Program> apps, Console console) {
        return List.of(
                new TicketsCommand.Listed(apps, console),
                new Show(apps, console),
                new New(apps, console),
                new TicketDecisions.Accept(apps, console),
                new TicketDecisions.AcceptAll(apps, console),
                new TicketDecisions.Reject(apps, console),
                new TicketDecisions.RejectAll(apps, console),
                new TicketEdit(apps, console),
                new Move(apps, console),
                new Comment(apps, console),
                new TicketStartCommand(apps, console),
                new TicketFiles.Import(apps, console),
                new TicketFiles.Export(apps, console));
    }

    /// `parley tickets show`
    @Command(name = "show", description = "One ticket: its body, comments, sessions and cost.")
    static final class Show extends TicketCommand {
        @Parameters(index = "0", paramLabel = "ID", description = ID)
        private String id = "";

        Show(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var details = tickets().details(id);
            if (json) {
                console.printJson(TicketJson.of(details));
                return 0;
            }
            print(details.view().ticket());
            facts(details);
            var body = details.view().ticket().draft().body();
            if (!body.isBlank()) {
                console.out().println();
                console.outside(body);
            }
            for (var comment : details.comments()) {
                console.out().println();
                var who = comment.session() == null ? "a person" : "an agent, " + comment.session();
                console.out().println(comment.createdAt() + ", " + who + ":");
                console.outside(comment.text());
            }
            return 0;
        }

        private void facts(TicketDetails details) {
            var ticket = details.view().ticket();
            var draft = ticket.draft();
            var table = new Table("", "");
            table.row("kind", draft.kind().wireName() + ", " + draft.priority().wireName());
            table.row("project", ticket.project().toString());
            row(table, "labels", String.join(", ", draft.labels()));
            row(table, "files", String.join(", ", draft.files()));
            row(table, "depends on", names(draft.dependsOn()));
            row(table, "maybe the same as", names(details.similar()));
            var origin = ticket.origin();
            if (origin != null) {
                var session = origin.session();
                row(
                        table,
                        "proposed by",
                        origin.provider()
                                + (session == null
                                        ? ""
                                        : ", " + session + " event " + origin.sequence())
                                + ", call "
                                + origin.proposal());
            }
            if (ticket.state() == TicketState.PROPOSED) {
                row(table, "version", Long.toString(ticket.version()));
            }
            row(table, "reason", ticket.reason() == null ? "" : ticket.reason());
            for (var work : details.sessions()) {
                row(table, "session", work.session() + " " + cost(work.used()));
            }
            if (details.sessions().size() > 1) {
                row(table, "in all", cost(details.used()));
            }
            table.print(console.out());
        }

        private static void row(Table table, String name, String value) {
            if (!value.isEmpty()) {
                table.row(name, value);
            }
        }

        private static String cost(dev.parley.event.Usage used) {
            var money = used.totalCost();
            return used.inputTokens()
                    + " tokens in, "
                    + used.outputTokens()
                    + " out"
                    + (money == null ? "" : ", $%.2f".formatted(money));
        }
    }

    /// `parley tickets new`
    @Command(name = "new", description = "Write a ticket for the repository around here.")
    static final class New extends TicketCommand {
        @Parameters(index = "0", paramLabel = "TITLE", description = "What is to be done.")
        private String title = "";

        @Option(names = "--body", paramLabel = "TEXT", description = "Why and how, in Markdown.")
        private @Nullable String body;

        @Option(names = "--kind", paramLabel = "KIND", description = "${COMPLETION-CANDIDATES}.")
        private TicketDraft.@Nullable Kind kind;

        @Option(
                names = "--priority",
                paramLabel = "PRIORITY",
                description = "${COMPLETION-CANDIDATES}.")
        private TicketDraft.@Nullable Priority priority;

        @Option(names = "--label", paramLabel = "LABEL", description = "Repeat for more.")
        private List<String> labels = new ArrayList<>();

        @Option(
                names = "--depends-on",
                paramLabel = "ID",
                description = "What must be done first; repeat for more.")
        private List<String> dependsOn = new ArrayList<>();

        @Option(names = "--file", paramLabel = "FILE", description = "Repeat for more.")
        private List<String> files = new ArrayList<>();

        @Option(
                names = "--project",
                paramLabel = "DIR",
                description = "For the repository around this directory. Default: here.")
        private Path project = Path.of("");

        New(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var wanted = new TicketChange(title, body, kind, priority, labels, dependsOn, files);
            var ticket = tickets().write(project.toAbsolutePath().normalize(), wanted);
            print(ticket);
            for (var other : tickets().similarTo(ticket)) {
                console.note("Maybe the same: " + other.name() + " " + other.draft().title());
            }
            return 0;
        }
    }

    /// `parley tickets move`
    @Command(name = "move", description = "Put a ticket into another column, or another place.")
    static final class Move extends TicketCommand {
        @Parameters(index = "0", paramLabel = "ID", description = ID)
        private String id = "";

        @Parameters(
                index = "1",
                paramLabel = "COLUMN",
                description = "ready, doing, review or done.")
        private TicketState column = TicketState.READY;

        @Option(
                names = "--before",
                paramLabel = "ID",
                description = "The ticket it comes before. Default: to the end.")
        private @Nullable String before;

        Move(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            return print(tickets().move(id, column, before));
        }
    }

    /// `parley tickets comment`
    @Command(name = "comment", description = "Say something about a ticket.")
    static final class Comment extends TicketCommand {
        @Parameters(index = "0", paramLabel = "ID", description = ID)
        private String id = "";

        @Parameters(index = "1", paramLabel = "TEXT", description = "What to say.")
        private String text = "";

        Comment(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var comment = tickets().comment(id, text);
            if (json) {
                console.printJson(TicketJson.of(comment));
            } else {
                console.out().println("Said on " + Visible.oneLine(id) + ".");
            }
            return 0;
        }
    }
}
