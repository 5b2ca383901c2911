package dev.parley.door.cli.ticket;

import dev.parley.api.Ticket;
import dev.parley.api.TicketState;
import dev.parley.api.TicketView;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.json.TicketJson;
import dev.parley.work.ticket.Tickets;

import picocli.CommandLine.Option;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// What the commands of `parley tickets` have in common.
abstract class TicketCommand extends Subcommand {
    static final String ID = "Such as T12.";

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    TicketCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    Tickets tickets() {
        return apps.get().tickets();
    }

    int print(Ticket ticket) throws InterruptedException {
        var view = tickets().view(ticket);
        if (json) {
            console.printJson(TicketJson.of(view));
        } else {
            console.out().println(line(view));
        }
        return 0;
    }

    int print(List<TicketView> views) {
        if (json) {
            console.printJson(TicketJson.review(views));
        } else {
            views.forEach(view -> console.out().println(line(view)));
        }
        return 0;
    }

    /// What somebody reads before he decides: all of each, and in which version it is.
    int printWhole(List<TicketView> views) {
        if (json) {
            console.printJson(TicketJson.review(views));
            return 0;
        }
        for (var view : views) {
            var ticket = view.ticket();
            console.out()
                    .println(
                            line(view)
                                    + (ticket.state() == TicketState.PROPOSED
                                            ? " (version " + ticket.version() + ")"
                                            : ""));
            if (!ticket.draft().body().isBlank()) {
                console.outside(ticket.draft().body());
                console.out().println();
            }
        }
        return 0;
    }

    private static String line(TicketView view) {
        var ticket = view.ticket();
        return ticket.name()
                + " "
                + ticket.state().wireName()
                + ": "
                + Visible.oneLine(ticket.draft().title())
                + waits(view);
    }

    static String waits(TicketView view) {
        return view.waitsFor().isEmpty() ? "" : " (waits for " + names(view.waitsFor()) + ")";
    }

    static String names(List<Long> numbers) {
        return numbers.stream().map(number -> "T" + number).collect(Collectors.joining(", "));
    }
}
