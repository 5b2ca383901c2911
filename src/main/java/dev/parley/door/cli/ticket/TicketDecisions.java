package dev.parley.door.cli.ticket;

import dev.parley.api.TicketsSeen;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.Map;
import java.util.function.Supplier;

/// The commands below `parley tickets` that decide on what agents propose.
final class TicketDecisions {
    private static final String PROPOSAL =
            "The id of the call: `parley tickets show ID` has it, and so has the agent's answer.";

    private static final String ONE_VERSION =
            "Only if it still says what you read: the version that `parley tickets show` printed.";
    private static final String VERSIONS =
            "Only if all of them still say what you read, such as T12=1; repeat for each.";

    private TicketDecisions() {}

    /// `parley tickets accept`
    @Command(
            name = "accept",
            description = "Take a proposal onto the board.",
            footer = {"", "To change it first: parley tickets edit ID --accept"})
    static final class Accept extends TicketCommand {
        @Parameters(index = "0", paramLabel = "ID", description = ID)
        private String id = "";

        @Option(names = "--if-version", paramLabel = "VERSION", description = ONE_VERSION)
        private @Nullable Long version;

        Accept(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            return print(tickets().accept(id, null, TicketsSeen.of(id, version)));
        }
    }

    /// `parley tickets accept-all`
    @Command(name = "accept-all", description = "Accept what is undecided of one call of an agent.")
    static final class AcceptAll extends TicketCommand {
        @Parameters(index = "0", paramLabel = "PROPOSAL", description = PROPOSAL)
        private String proposal = "";

        @Option(names = "--if-version", paramLabel = "ID=VERSION", description = VERSIONS)
        private @Nullable Map<String, @Nullable Long> versions;

        AcceptAll(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            return print(tickets().acceptAll(proposal, TicketsSeen.of(versions)));
        }
    }

    /// `parley tickets reject`
    @Command(name = "reject", description = "Refuse a proposal.")
    static final class Reject extends TicketCommand {
        @Parameters(index = "0", paramLabel = "ID", description = ID)
        private String id = "";

        @Option(names = "--reason", paramLabel = "TEXT", description = "The agent is told.")
        private @Nullable String reason;

        @Option(names = "--if-version", paramLabel = "VERSION", description = ONE_VERSION)
        private @Nullable Long version;

        Reject(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            return print(tickets().reject(id, reason, TicketsSeen.of(id, version)));
        }
    }

    /// `parley tickets reject-all`
    @Command(name = "reject-all", description = "Refuse what is undecided of one call of an agent.")
    static final class RejectAll extends TicketCommand {
        @Parameters(index = "0", paramLabel = "PROPOSAL", description = PROPOSAL)
        private String proposal = "";

        @Option(names = "--reason", paramLabel = "TEXT", description = "The agent is told.")
        private @Nullable String reason;

        @Option(names = "--if-version", paramLabel = "ID=VERSION", description = VERSIONS)
        private @Nullable Map<String, @Nullable Long> versions;

        RejectAll(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            return print(tickets().rejectAll(proposal, reason, TicketsSeen.of(versions)));
        }
    }
}
