package dev.parley.door.cli.ticket;

import dev.parley.api.Ticket;
import dev.parley.api.TicketQuery;
import dev.parley.base.problem.Problem;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.StateStyle;
import dev.parley.door.cli.shared.Table;
import dev.parley.door.json.TicketColumns;
import dev.parley.door.json.TicketJson;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.function.Supplier;

/// `parley tickets`: the board, and what agents propose for it.
@Command(
        name = "tickets",
        description = "The ticket board: what is to be done, and what agents propose.",
        synopsisSubcommandLabel = "[COMMAND]",
        footer = {
            "",
            "parley tickets                              everything that is not done",
            "parley tickets --column proposed            what agents wait for",
            "parley tickets accept T12                   or accept-all, for a whole call",
            "parley tickets edit T12 --accept            as you want it, in your editor",
            "parley tickets reject T13 --reason \"later\"  the agent is told why",
            "parley tickets start T12 --provider claude --worktree",
            "parley tickets export > board.md"
        })
public class TicketsCommand extends TicketCommand {
    /// `parley tickets list`: what people type who know other commands.
    @Command(name = "list", description = "List the board; the same as `parley tickets`.")
    static final class Listed extends TicketsCommand {
        Listed(Supplier<Program> apps, Console console) {
            super(apps, console);
        }
    }

    @Option(
            names = "--column",
            paramLabel = "COLUMN",
            defaultValue = "open",
            description =
                    "Only proposed, ready, doing, review, done or rejected; all for the whole board. Default: all but done.")
    private String column = "open";

    @Option(
            names = "--project",
            paramLabel = "DIR",
            description = "Only of the repository around this directory.")
    private @Nullable Path project;

    @Option(names = "--label", paramLabel = "LABEL", description = "Only tickets that have it.")
    private @Nullable String label;

    @Option(
            names = "--proposal",
            paramLabel = "PROPOSAL",
            description = "The tickets of one call of an agent, with their bodies and versions.")
    private @Nullable String proposal;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "How many at most. Default: ${DEFAULT-VALUE}.",
            defaultValue = "" + TicketQuery.USUAL)
    private int limit = TicketQuery.USUAL;

    @Option(names = "--after", paramLabel = "ID", description = "Go on behind this ticket.")
    private @Nullable String after;

    public TicketsCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    @Override
    public Integer call() throws InterruptedException {
        if (proposal != null) {
            return printWhole(tickets().ofProposal(proposal));
        }
        var page =
                tickets()
                        .list(
                                new TicketQuery(
                                        directory(),
                                        TicketColumns.named(column),
                                        label,
                                        after == null ? null : Long.valueOf(Ticket.number(after)),
                                        limit));
        if (json) {
            console.printJson(TicketJson.of(page));
            return 0;
        }
        if (page.tickets().isEmpty()) {
            console.err().println("No tickets.");
            return 0;
        }
        var table =
                new Table("ID", "COLUMN", "KIND", "PRIORITY", "TITLE")
                        .whole(0, 1, 2, 3)
                        .spare(2, 3)
                        .styled(StateStyle::of, 1);
        for (var view : page.tickets()) {
            var ticket = view.ticket();
            var origin = ticket.origin();
            table.row(
                    ticket.name(),
                    ticket.state().wireName(),
                    ticket.draft().kind().wireName(),
                    ticket.draft().priority().wireName(),
                    ticket.draft().title()
                            + waits(view)
                            + (origin == null || origin.similar().isEmpty()
                                    ? ""
                                    : " (maybe the same as " + names(origin.similar()) + ")"));
        }
        table.print(console.out());
        if (!page.isComplete()) {
            var last = page.tickets().getLast().ticket().name();
            console.note("There are more: parley tickets --after " + last);
        }
        return 0;
    }

    private @Nullable Path directory() {
        if (project == null) {
            return null;
        }
        var directory = project.toAbsolutePath().normalize();
        if (!directory.toFile().isDirectory()) {
            throw Problem.invalid(
                    "There is no directory \"" + directory + "\".", "Name an existing one.");
        }
        return directory;
    }
}
