package dev.parley.door.cli.change;

import dev.parley.api.LineComment;
import dev.parley.api.SessionId;
import dev.parley.api.UndoPlan;
import dev.parley.api.UndoRequest;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.Bytes;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.RunningServer;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.cli.shared.Table;
import dev.parley.door.json.ChangeJson;
import dev.parley.work.change.Changes;
import dev.parley.work.run.Durations;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The commands below `parley changes`.
final class ChangeCommands {
    private ChangeCommands() {}

    static List<Object> all(Supplier<Program> apps, Console console) {
        return List.of(
                new Undo(apps, console),
                new ForkCommand(apps, console),
                new Comment(apps, console),
                new Send(apps, console),
                new Prune(apps, console));
    }

    static SessionId session(Program program, @Nullable String text) throws InterruptedException {
        if (text == null) {
            throw Problem.invalid(
                    "No session is named.", "Name one of `parley sessions`, or `last`.");
        }
        return program.live().named(text);
    }

    /// What they have in common.
    abstract static class Base extends Subcommand {
        @Option(names = "--json", description = "Print JSON.")
        boolean json;

        Base(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        Changes changes() {
            return apps.get().changes();
        }
    }

    /// `parley changes undo`
    @Command(
            name = "undo",
            description = "Take back what a turn changed. What was changed later stays.",
            footer = {
                "",
                "With a conflict nothing is written. An undo is one more entry in the list,",
                "and can be undone itself. The agent is told with the next prompt."
            })
    static final class Undo extends Base {
        @Parameters(index = "0", paramLabel = "SESSION", description = ChangesCommand.SESSION)
        private String session = "";

        @Option(names = "--turn", paramLabel = "N", description = "This turn alone.")
        private @Nullable Integer turn;

        @Option(names = "--since", paramLabel = "N", description = "This turn and all after it.")
        private @Nullable Integer since;

        @Option(
                names = "--file",
                paramLabel = "FILE",
                description = "Only this file; repeat for more.")
        private List<String> files = new ArrayList<>();

        @Option(names = "--preview", description = "Only say what would happen.")
        private boolean preview;

        @Option(
                names = "--skip-conflicts",
                description = "Take back what can be, and leave the rest as it is.")
        private boolean skipConflicts;

        @Option(
                names = "--port",
                paramLabel = "PORT",
                description = "Where the running server listens. Default: as configured.")
        private @Nullable Integer port;

        Undo(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            if ((turn == null) == (since == null)) {
                throw Problem.invalid(
                        "Say which turn to take back.",
                        "--turn N is that turn alone, --since N also everything after it.");
            }
            var number = turn == null ? since : turn;
            var request =
                    new UndoRequest(
                            number == null ? 0 : number, since != null, files, skipConflicts);
            var id = session(apps.get(), session);
            var plan = preview ? changes().preview(id, request) : undo(id, request);
            if (json) {
                console.printJson(Json.tree(plan));
            } else {
                print(plan);
            }
            return preview && !plan.conflicts().isEmpty() ? Problem.Kind.BUSY.exitCode() : 0;
        }

        /// By the server, if there is one: it knows whether a turn runs, and tells its page.
        private UndoPlan undo(SessionId id, UndoRequest request) throws InterruptedException {
            var server = RunningServer.find(apps.get(), port);
            return server.isEmpty()
                    ? changes().undo(id, request)
                    : Json.read(
                            server.get()
                                    .post("/api/live/" + id + "/changes/undo", Json.tree(request)),
                            UndoPlan.class);
        }

        private void print(UndoPlan plan) {
            if (plan.files().isEmpty() && plan.conflicts().isEmpty()) {
                console.out().println("There is nothing to take back.");
                return;
            }
            var table = new Table("WHAT", "FILE");
            plan.files()
                    .forEach(file ->
                            table.row(file.action().wireName(), Visible.oneLine(file.path())));
            plan.conflicts().forEach(file -> table.row("conflict", Visible.oneLine(file.path())));
            table.print(console.out());
            if (plan.number() != null) {
                console.note(
                        "To undo this: parley changes undo "
                                + session
                                + " --turn "
                                + plan.number());
            }
        }
    }

    /// `parley changes comment`
    @Command(
            name = "comment",
            description = "Say something about a line. It waits until `parley changes send`.")
    static final class Comment extends Base {
        @Parameters(index = "0", paramLabel = "SESSION", description = ChangesCommand.SESSION)
        private String session = "";

        @Parameters(
                index = "1",
                arity = "0..1",
                paramLabel = "FILE:LINE",
                description = "Or FILE:FROM-TO. Without it, the comments that wait are listed.")
        private @Nullable String place;

        @Parameters(index = "2", arity = "0..1", paramLabel = "TEXT", description = "What to say.")
        private @Nullable String text;

        @Option(names = "--turn", paramLabel = "N", description = "About the patch of this turn.")
        private @Nullable Integer turn;

        @Option(names = "--old", description = "About a line as it was before.")
        private boolean old;

        @Option(names = "--drop", paramLabel = "N", description = "Drop one, counted from 1.")
        private @Nullable Integer drop;

        Comment(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var id = session(apps.get(), session);
            var all =
                    drop != null
                            ? changes().dropComment(id, drop - 1)
                            : place == null
                                    ? changes().comments(id)
                                    : changes().comment(id, comment(place));
            if (json) {
                console.printJson(ChangeJson.comments(all));
                return 0;
            }
            var table = new Table("", "FILE", "LINE", "TEXT");
            for (var at = 0; at < all.size(); at++) {
                var one = all.get(at);
                table.row(
                        "" + (at + 1),
                        Visible.oneLine(one.path()),
                        one.line() + (one.endLine() == null ? "" : "-" + one.endLine()),
                        Visible.oneLine(one.text()));
            }
            table.print(console.out());
            return 0;
        }

        private LineComment comment(String where) {
            var colon = where.lastIndexOf(':');
            var lines = where.substring(colon + 1).split("-", 2);
            try {
                return new LineComment(
                        where.substring(0, Math.max(0, colon)),
                        Integer.parseInt(lines[0]),
                        lines.length == 1 ? null : Integer.valueOf(lines[1]),
                        old,
                        turn,
                        text == null ? "" : text);
            } catch (NumberFormatException _) {
                throw Problem.invalid(
                        "\"" + where + "\" names no line.", "Write FILE:LINE or FILE:FROM-TO.");
            }
        }
    }

    /// `parley changes send`
    @Command(
            name = "send",
            description = "Send all comments as one prompt, with file, line and quoted code.")
    static final class Send extends Base {
        @Parameters(index = "0", paramLabel = "SESSION", description = ChangesCommand.SESSION)
        private String session = "";

        @Option(names = "--preview", description = "Only print the prompt.")
        private boolean preview;

        @Option(
                names = "--port",
                paramLabel = "PORT",
                description = "Where the running server listens. Default: as configured.")
        private @Nullable Integer port;

        Send(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var id = session(apps.get(), session);
            if (preview) {
                var prompt = changes().commentsAsPrompt(id);
                if (json) {
                    console.printJson(Json.object().put("prompt", prompt));
                } else {
                    console.outside(prompt);
                }
                return 0;
            }
            var answer =
                    RunningServer.named(apps.get(), port)
                            .post("/api/live/" + id + "/changes/comments/send", Json.object());
            if (json) {
                console.printJson(answer);
            } else {
                console.out().println("Sent. Watch it with: parley chat --resume " + id);
            }
            return 0;
        }
    }

    /// `parley changes prune`
    @Command(
            name = "prune",
            description = "Remove old checkpoints.",
            footer = {
                "",
                "A running server does so by itself, as store.keepDays and store.keepMegabytes say. In a",
                "repository only hidden refs go; git gc frees what nobody needs any more."
            })
    static final class Prune extends Base {
        @Option(names = "--dry-run", description = "Only say what would go.")
        private boolean dryRun;

        @Option(
                names = "--older-than",
                paramLabel = "TIME",
                description = "Such as 7d or 12h. Unless given: store.keepDays.")
        private @Nullable String olderThan;

        Prune(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var age = Optional.ofNullable(olderThan).map(Durations::parse);
            var pruned = changes().prune(age, dryRun);
            if (json) {
                console.printJson(
                        Json.object().put("dryRun", dryRun).set("places", Json.tree(pruned)));
                return 0;
            }
            if (pruned.isEmpty()) {
                console.out().println("There is nothing to remove.");
                return 0;
            }
            var table = new Table("CHECKPOINTS", "SESSIONS", dryRun ? "WOULD FREE" : "FREES", "OF");
            pruned.forEach(one ->
                    table.row(
                            "" + one.checkpoints(),
                            "" + one.sessions(),
                            Bytes.shown(one.bytes()),
                            Visible.oneLine(one.root())));
            table.print(console.out());
            return 0;
        }
    }
}
