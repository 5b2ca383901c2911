package dev.parley.door.cli.past;

import dev.parley.api.Move;
import dev.parley.api.MoveRequest;
import dev.parley.base.problem.Problem;
import dev.parley.base.screen.ScreenStream;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.HistoryPass;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.cli.shared.Table;
import dev.parley.door.json.MoveJson;
import dev.parley.door.json.SessionJson;
import dev.parley.door.render.Printable;
import dev.parley.event.SessionKey;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// `parley move`: a conversation goes on in another CLI.
@Command(
        name = "move",
        description = "Bring a conversation to another CLI, as a session of its own there.",
        footer = {
            "",
            "The old session stays as it is. The new one has every turn, with tool calls as calls,",
            "images and errors; what the other model thought stays behind where it would be refused.",
            "",
            "parley move 5f0c6c1e --to codex                    then: parley resume SESSION",
            "parley resume 5f0c6c1e --with codex                both in one",
            "parley move claude:5f0c6c1e --to claude --to-turn 3   a fork at turn 3",
            "parley move list",
            "parley move undo                                   takes the last one back"
        })
public final class MoveCommand extends Subcommand {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SESSION",
            description = "provider:id, an id, or the beginning of one.")
    private String session = "";

    @Option(names = "--to", paramLabel = "ID", description = "The CLI: claude, codex, …")
    private @Nullable String to;

    @Option(
            names = "--model",
            paramLabel = "MODEL",
            description = "The model it goes on with. OpenCode must know it.")
    private @Nullable String model;

    @Option(
            names = "--from-turn",
            paramLabel = "N",
            description = "The first turn that is brought, counted from 1.")
    private @Nullable Integer fromTurn;

    @Option(names = "--to-turn", paramLabel = "N", description = "The last one.")
    private @Nullable Integer toTurn;

    @Option(
            names = "--cwd",
            paramLabel = "DIRECTORY",
            description = "Another directory than its own.")
    private @Nullable Path cwd;

    @Option(
            names = "--print",
            description = "Print what would be written, and change nothing. Secrets are in it.")
    private boolean print;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    public MoveCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    /// The subcommands, which share what this one has.
    public List<Object> subcommands() {
        return List.of(new Shown(), new Undo());
    }

    @Override
    public Integer call() throws InterruptedException {
        if (session.isEmpty() || to == null) {
            throw Problem.invalid(
                    session.isEmpty() ? "No session is named." : "No CLI is named.",
                    "parley move SESSION --to codex; parley sessions lists the sessions.");
        }
        var app = apps.get();
        app.historyVerbs().index().refresh(HistoryPass.bar(console));
        var request = new MoveRequest(to, model, fromTurn, toTurn, cwd);
        if (print) {
            app.moves().move().preview(session, request, console::println);
            return 0;
        }
        var move = app.moves().move().move(session, request);
        if (json) {
            console.printJson(MoveJson.of(move));
        } else {
            told(move, console);
            console.note("Go on with it: parley resume " + Printable.line(move.to().toString()));
        }
        return 0;
    }

    static void told(Move move, Console console) {
        console.println(Printable.line(move.to().toString()));
        console.note(
                "%d turn%s and %d tool call%s of %s are there now."
                        .formatted(
                                move.turns(),
                                move.turns() == 1 ? "" : "s",
                                move.calls(),
                                move.calls() == 1 ? "" : "s",
                                Printable.line(move.from().toString())));
        move.notes().lines().forEach(note -> console.note(Printable.line(note)));
    }

    /// `parley move list`
    @Command(name = "list", description = "List what was moved, newest first.")
    final class Shown implements Callable<Integer> {
        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Override
        public Integer call() throws InterruptedException {
            var moves = apps.get().moves().undo().list();
            if (json) {
                console.printJson(SessionJson.list(moves, MoveJson::of));
            } else if (moves.isEmpty()) {
                console.println("Nothing was moved yet. parley move SESSION --to codex does it.");
            } else {
                print(moves);
            }
            return 0;
        }
    }

    private void print(List<Move> moves) throws InterruptedException {
        var keys = moves.stream().flatMap(move -> Stream.of(move.from(), move.to())).toList();
        var ids =
                ScreenStream.isScreen(console.out())
                        ? apps.get().historyVerbs().list().shortIds(keys)
                        : Map.<SessionKey, String>of();
        var table = new Table("MOVED", "FROM", "TO", "TITLE").whole(0, 1, 2).spare(0).quiet(0);
        for (var move : moves) {
            table.row(
                    TIME.format(move.createdAt().atZone(apps.get().zone())),
                    name(move.from(), ids),
                    name(move.to(), ids),
                    Printable.line(move.title()));
        }
        table.print(console.out());
    }

    private static String name(SessionKey key, Map<SessionKey, String> ids) {
        return Printable.line(key.provider() + ":" + ids.getOrDefault(key, key.nativeId()));
    }

    /// `parley move undo`
    @Command(
            name = "undo",
            description = "Take a moved session away, if nothing was added to it since.",
            footer = {"", "The session it came from was never changed."})
    final class Undo implements Callable<Integer> {
        @Parameters(
                index = "0",
                arity = "0..1",
                paramLabel = "SESSION",
                description = "The new session, or the beginning of its id. Default: the last.")
        private String name = "";

        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Override
        public Integer call() throws InterruptedException {
            var undone = apps.get().moves().undo().undo(name);
            if (json) {
                console.printJson(MoveJson.of(undone));
            } else {
                console.println(Printable.line(undone.to().toString()) + " is gone.");
            }
            return 0;
        }
    }
}
