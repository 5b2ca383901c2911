package dev.parley.door.cli;

import dev.parley.api.Ticket;
import dev.parley.api.TicketDraft;
import dev.parley.api.TicketState;
import dev.parley.base.json.Json;
import dev.parley.door.json.TicketJson;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// `parley tickets`: the board, and what agents propose for it.
@Command(
        name = "tickets",
        description = "The ticket board: what is to be done, and what agents propose.",
        synopsisSubcommandLabel = "[COMMAND]",
        footer = {
            "",
            "parley tickets                             everything that is not done",
            "parley tickets --column proposed           what agents wait for",
            "parley tickets accept T12",
            "parley tickets reject T13 --reason \"later\"   the agent is told why"
        })
final class TicketsCommand implements Callable<Integer> {
    private final Supplier<Program> apps;
    private final Console console;

    @Option(
            names = "--column",
            paramLabel = "COLUMN",
            description = "Only this one: ${COMPLETION-CANDIDATES}.")
    private @Nullable TicketState column;

    @Option(names = "--project", paramLabel = "DIR", description = "Only of this directory.")
    private @Nullable Path project;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    TicketsCommand(Supplier<Program> apps, Console console) {
        this.apps = apps;
        this.console = console;
    }

    List<Object> subcommands() {
        return List.of(new Show(), new New(), new Accept(), new Reject(), new Move());
    }

    @Override
    public Integer call() throws InterruptedException {
        var directory = project == null ? null : project.toAbsolutePath().normalize();
        var list = apps.get().tickets().list(directory, column);
        if (json) {
            var array = Json.array();
            list.forEach(ticket -> array.add(TicketJson.of(ticket)));
            console.printJson(array);
            return 0;
        }
        if (list.isEmpty()) {
            console.err().println("No tickets.");
            return 0;
        }
        var table = new Table("ID", "COLUMN", "KIND", "PRIORITY", "TITLE");
        for (var ticket : list) {
            table.row(
                    ticket.name(),
                    ticket.state().wireName(),
                    ticket.draft().kind().wireName(),
                    ticket.draft().priority().wireName(),
                    ticket.draft().title());
        }
        table.print(console.out());
        return 0;
    }

    private int print(Ticket ticket, boolean asJson) {
        if (asJson) {
            console.printJson(TicketJson.of(ticket));
        } else {
            console.out()
                    .println(
                            ticket.name()
                                    + " "
                                    + ticket.state().wireName()
                                    + ": "
                                    + ticket.draft().title());
        }
        return 0;
    }

    /// `parley tickets show`
    @Command(name = "show", description = "One ticket with its body.")
    final class Show implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "ID", description = "Such as T12.")
        private String id = "";

        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Override
        public Integer call() throws InterruptedException {
            var ticket = apps.get().tickets().get(id);
            print(ticket, json);
            if (!json && !ticket.draft().body().isEmpty()) {
                console.out().println();
                console.out().println(ticket.draft().body());
            }
            return 0;
        }
    }

    /// `parley tickets new`
    @Command(name = "new", description = "Write a ticket for this directory.")
    final class New implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "TITLE", description = "What is to be done.")
        private String title = "";

        @Option(names = "--body", paramLabel = "TEXT", description = "Why and how, in Markdown.")
        private @Nullable String body;

        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Override
        public Integer call() throws InterruptedException {
            var draft = new TicketDraft(title, body, null, null, null, null, null);
            var here = Path.of("").toAbsolutePath();
            return print(apps.get().tickets().write(here, draft), json);
        }
    }

    /// `parley tickets accept`
    @Command(name = "accept", description = "Take a proposal onto the board.")
    final class Accept implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "ID", description = "Such as T12.")
        private String id = "";

        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Override
        public Integer call() throws InterruptedException {
            return print(apps.get().tickets().accept(id), json);
        }
    }

    /// `parley tickets reject`
    @Command(name = "reject", description = "Refuse a proposal.")
    final class Reject implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "ID", description = "Such as T12.")
        private String id = "";

        @Option(names = "--reason", paramLabel = "TEXT", description = "The agent is told.")
        private @Nullable String reason;

        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Override
        public Integer call() throws InterruptedException {
            return print(apps.get().tickets().reject(id, reason), json);
        }
    }

    /// `parley tickets move`
    @Command(name = "move", description = "Put a ticket into another column.")
    final class Move implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "ID", description = "Such as T12.")
        private String id = "";

        @Parameters(
                index = "1",
                paramLabel = "COLUMN",
                description = "ready, doing, review or done.")
        private TicketState column = TicketState.READY;

        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Override
        public Integer call() throws InterruptedException {
            return print(apps.get().tickets().move(id, column), json);
        }
    }
}
