package dev.parley.door.cli.room;

import dev.parley.api.Finding;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.RunningServer;
import dev.parley.door.json.RoomJson;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/// What reviews found, and what becomes of it.
final class RoomFindings {
    private static final String FINDING = "Such as F1.";

    private RoomFindings() {}

    /// `parley room findings`
    @Command(
            name = "findings",
            description = "What reviews in a room found, with what was said of it.",
            footer = {
                "",
                "With --decide each is shown, and one key says what becomes of it:",
                "t makes a ticket, c tells the session whose changes were reviewed,",
                "Enter leaves it, q ends."
            })
    static final class Findings extends RoomSubcommand {
        @Parameters(index = "0", paramLabel = "NAME", description = NAME)
        private String name = "";

        @Option(
                names = "--decide",
                description = "Go through those that are no tickets yet, one by one.")
        private boolean decide;

        @Option(
                names = "--project",
                paramLabel = "DIR",
                description =
                        "The project of the tickets. Default: that of the room, or of the reviewed session.")
        private @Nullable Path project;

        Findings(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var all = rooms().findings().list(name);
            if (decide) {
                return decide(all);
            }
            if (json) {
                console.printJson(RoomJson.list(all, RoomJson::of));
            } else if (all.isEmpty()) {
                console.err().println("No findings.");
            } else {
                all.forEach(this::print);
            }
            return 0;
        }

        private int decide(List<Finding> all) throws InterruptedException {
            var lines =
                    new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8));
            for (var finding : all) {
                if (finding.ticket() != null || finding.status() == Finding.Status.WITHDRAWN) {
                    continue;
                }
                print(finding);
                while (true) {
                    console.say("ticket (t), comment (c), next (Enter), end (q)? ");
                    var word = line(lines);
                    if (word.equals("q")) {
                        return 0;
                    }
                    if (word.isEmpty() || isDone(word, finding.id())) {
                        break;
                    }
                }
            }
            console.err().println("No more findings to decide on.");
            return 0;
        }

        /// What cannot be done is said, and asked about once more.
        private boolean isDone(String word, String finding) throws InterruptedException {
            try {
                switch (word) {
                    case "t" -> {
                        var ticket = rooms().findings().ticket(name, finding, directory(project));
                        console.println(ticket.name());
                    }
                    case "c" -> {
                        var told = comment(apps.get(), name, finding, null);
                        console.println(
                                "Told to "
                                        + Visible.oneLine(told.path("session").asString())
                                        + ".");
                    }
                    default -> {
                        return false;
                    }
                }
                return true;
            } catch (Problem problem) {
                console.complain(problem);
                return false;
            }
        }

        /// The end of what was typed is an end.
        private static String line(BufferedReader lines) {
            try {
                var line = lines.readLine();
                return line == null ? "q" : line.strip().toLowerCase(Locale.ROOT);
            } catch (IOException _) {
                return "q";
            }
        }
    }

    /// The session works on it, so it needs a Parley that stays.
    private static JsonNode comment(
            Program program, String room, String finding, @Nullable String session)
            throws InterruptedException {
        var body = Json.object();
        if (session != null) {
            body.put("session", session);
        }
        var path =
                "/api/rooms/"
                        + RunningServer.part(room)
                        + "/findings/"
                        + RunningServer.part(finding)
                        + "/comment";
        return RunningServer.named(program, null).post(path, body);
    }

    /// Where a ticket belongs, as an option has it.
    private static @Nullable Path directory(@Nullable Path project) {
        return project == null ? null : project.toAbsolutePath().normalize();
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
            var ticket = rooms().findings().ticket(name, finding, directory(project));
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

        @Option(names = "--session", paramLabel = "SESSION", description = "Another session.")
        private @Nullable String session;

        Comment(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var _ = rooms().findings().list(name); // says in plain words that there is no room
            var told = comment(apps.get(), name, finding, session);
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
