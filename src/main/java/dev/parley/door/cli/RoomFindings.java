package dev.parley.door.cli;

import dev.parley.base.json.Json;
import dev.parley.base.screen.Visible;
import dev.parley.door.json.RoomJson;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.function.Supplier;

/// What reviews found, and what becomes of it.
final class RoomFindings {
    private static final String FINDING = "Such as F1.";

    private RoomFindings() {}

    /// `parley room findings`
    @Command(
            name = "findings",
            description = "What reviews in a room found, with what was said of it.")
    static final class Findings extends RoomSubcommand {
        @Parameters(index = "0", paramLabel = "NAME", description = NAME)
        private String name = "";

        Findings(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var all = rooms().findings().list(name);
            if (json) {
                console.printJson(RoomJson.list(all, RoomJson::of));
            } else if (all.isEmpty()) {
                console.err().println("No findings.");
            } else {
                all.forEach(this::print);
            }
            return 0;
        }
    }

    /// `parley room ticket`
    @Command(name = "ticket", description = "Make a ticket of a finding.")
    static final class MakeTicket extends RoomSubcommand {
        @Parameters(index = "0", paramLabel = "NAME", description = NAME)
        private String name = "";

        @Parameters(index = "1", paramLabel = "FINDING", description = FINDING)
        private String finding = "";

        @Option(
                names = "--project",
                paramLabel = "DIR",
                description = "Its project. Default: that of the room, or of the reviewed session.")
        private @Nullable Path project;

        MakeTicket(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var directory = project == null ? null : project.toAbsolutePath().normalize();
            var ticket = rooms().findings().ticket(name, finding, directory);
            if (json) {
                console.printJson(Json.object().put("ticket", ticket.name()));
            } else {
                console.println(ticket.name() + ": " + Visible.oneLine(ticket.draft().title()));
            }
            return 0;
        }
    }

    /// `parley room comment`
    @Command(
            name = "comment",
            description = "Tell a finding to the session whose changes were reviewed.")
    static final class Comment extends RoomSubcommand {
        @Parameters(index = "0", paramLabel = "NAME", description = NAME)
        private String name = "";

        @Parameters(index = "1", paramLabel = "FINDING", description = FINDING)
        private String finding = "";

        @Option(names = "--session", paramLabel = "SESSION", description = "Another live session.")
        private @Nullable String session;

        Comment(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        /// The session works on it, so it needs a Parley that stays.
        @Override
        public Integer call() throws InterruptedException {
            var _ = rooms().findings().list(name);
            var body = Json.object();
            if (session != null) {
                body.put("session", session);
            }
            var told =
                    RunningServer.named(apps.get(), null)
                            .post(
                                    "/api/rooms/"
                                            + RunningServer.part(name)
                                            + "/findings/"
                                            + RunningServer.part(finding)
                                            + "/comment",
                                    body);
            if (json) {
                console.printJson(told);
            } else {
                console.println(
                        "Told to " + Visible.oneLine(told.path("session").asString()) + ".");
            }
            return 0;
        }
    }
}
