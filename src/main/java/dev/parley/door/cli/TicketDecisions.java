package dev.parley.door.cli;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.function.Supplier;

/// The commands below `parley tickets` that decide on what agents propose.
final class TicketDecisions {
    private static final String PROPOSAL =
            "The id of the call: `parley tickets show ID` has it, and so has the agent's answer.";

    private TicketDecisions() {}

    /// `parley tickets accept`
    @Command(
            name = "accept",
            description = "Take a proposal onto the board.",
            footer = {"", "To change it first: parley tickets edit ID --accept"})
    static final class Accept extends TicketCommand {
        @Parameters(index = "0", paramLabel = "ID", description = ID)
        private String id = "";

        Accept(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            return print(tickets().accept(id, null));
        }
    }

    /// `parley tickets accept-all`
    @Command(name = "accept-all", description = "Accept what is undecided of one call of an agent.")
    static final class AcceptAll extends TicketCommand {
        @Parameters(index = "0", paramLabel = "PROPOSAL", description = PROPOSAL)
        private String proposal = "";

        AcceptAll(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            return print(tickets().acceptAll(proposal));
        }
    }

    /// `parley tickets reject`
    @Command(name = "reject", description = "Refuse a proposal.")
    static final class Reject extends TicketCommand {
        @Parameters(index = "0", paramLabel = "ID", description = ID)
        private String id = "";

        @Option(names = "--reason", paramLabel = "TEXT", description = "The agent is told.")
        private @Nullable String reason;

        Reject(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            return print(tickets().reject(id, reason));
        }
    }

    /// `parley tickets reject-all`
    @Command(name = "reject-all", description = "Refuse what is undecided of one call of an agent.")
    static final class RejectAll extends TicketCommand {
        @Parameters(index = "0", paramLabel = "PROPOSAL", description = PROPOSAL)
        private String proposal = "";

        @Option(names = "--reason", paramLabel = "TEXT", description = "The agent is told.")
        private @Nullable String reason;

        RejectAll(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            return print(tickets().rejectAll(proposal, reason));
        }
    }
}
