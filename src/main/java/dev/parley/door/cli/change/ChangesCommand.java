package dev.parley.door.cli.change;

import dev.parley.api.FileChange;
import dev.parley.api.SessionId;
import dev.parley.api.TurnChanges;
import dev.parley.base.json.Json;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.cli.shared.Table;
import dev.parley.door.json.ChangeJson;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/// `parley changes`: what the turns of a live session changed in files.
@Command(
        name = "changes",
        description = "What each turn of a live session changed in files, and how to undo it.",
        synopsisSubcommandLabel = "[COMMAND]",
        footer = {
            "",
            "parley changes last                              turn by turn",
            "parley changes sabcdefghijklmno --turn 2 --patch",
            "parley changes undo sabcdefghijklmno --turn 2 --preview",
            "parley changes undo sabcdefghijklmno --since 2   turn 2 and everything after it",
            "parley changes fork sabcdefghijklmno --turn 2 \"another way\"",
            "parley changes comment sabcdefghijklmno src/a.c:12 \"why?\"",
            "parley changes send sabcdefghijklmno             all comments as one prompt",
            "parley changes prune --dry-run",
            "",
            "Who changed a file: agent, a tool call named it; unknown, while the turn ran, but no tool",
            "call named it; others, between two turns; parley, an undo."
        })
public final class ChangesCommand extends Subcommand {
    static final String SESSION =
            "A session that Parley ran, as `parley sessions` lists it, or last.";

    @Parameters(index = "0", arity = "0..1", paramLabel = "SESSION", description = SESSION)
    private @Nullable String session;

    @Option(names = "--turn", paramLabel = "N", description = "Only of this turn.")
    private @Nullable Integer turn;

    @Option(names = "--stat", description = "A list of files with counts of lines (the default).")
    private boolean stat;

    @Option(names = "--patch", description = "As a patch.")
    private boolean patch;

    @Option(names = "--file", paramLabel = "FILE", description = "Only of this file, for --patch.")
    private List<String> files = new ArrayList<>();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    public ChangesCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    public List<Object> subcommands() {
        return ChangeCommands.all(apps, console);
    }

    @Override
    public Integer call() throws InterruptedException {
        var id = ChangeCommands.session(apps.get(), session);
        var changes = apps.get().changes();
        if (patch && !stat) {
            var bytes = changes.patch(id, turn, files);
            if (json) {
                var text = new String(bytes, StandardCharsets.UTF_8);
                console.printJson(Json.object().put("patch", text));
            } else {
                console.out()
                        .writeBytes(bytes); // a patch of a file in another charset applies, too
            }
            return 0;
        }
        return turn == null ? all(id) : one(changes.turn(id, turn));
    }

    private int one(TurnChanges shown) {
        if (json) {
            console.printJson(ChangeJson.of(shown));
            return 0;
        }
        var table = table();
        rows(table, shown);
        table.print(console.out());
        notes(shown);
        return 0;
    }

    private int all(SessionId id) throws InterruptedException {
        var all = apps.get().changes().of(id);
        if (json) {
            console.printJson(ChangeJson.of(all));
            return 0;
        }
        if (all.turns().isEmpty()) {
            console.note("No turn of this session was kept.");
            return 0;
        }
        var table = table();
        all.turns().forEach(one -> rows(table, one));
        table.print(console.out());
        all.turns().forEach(this::notes);
        return 0;
    }

    private static Table table() {
        return new Table("TURN", "WHAT", "LINES", "BY", "FILE").whole(0, 1, 2).spare(3).paths(4);
    }

    private static void rows(Table table, TurnChanges turn) {
        turn.meanwhile().forEach(file -> row(table, "before " + turn.number(), file));
        turn.files().forEach(file -> row(table, name(turn), file));
        if (turn.files().isEmpty()) {
            table.row(name(turn), turn.endedAt() == null ? "not over" : "nothing", "", "", "");
        }
    }

    private static String name(TurnChanges turn) {
        return turn.number() + (turn.undoOf() == null ? "" : " (undo of " + turn.undoOf() + ")");
    }

    private static void row(Table table, String turn, FileChange file) {
        var old = file.oldPath();
        table.row(
                turn,
                file.kind().wireName(),
                file.added() == null ? "binary" : "+" + file.added() + " -" + file.removed(),
                file.by().name().toLowerCase(Locale.ROOT),
                (old == null ? "" : Visible.oneLine(old) + " → ") + Visible.oneLine(file.path()));
    }

    private void notes(TurnChanges turn) {
        if (turn.late()) {
            console.note(
                    "Turn "
                            + turn.number()
                            + " had begun already: its first changes may be missing.");
        }
        if (!turn.together().isEmpty()) {
            console.note(
                    "Others worked in the same files during turn "
                            + turn.number()
                            + ": "
                            + turn.together());
        }
        for (var file : turn.leftOut()) {
            console.note(
                    "Left out in turn "
                            + turn.number()
                            + ": "
                            + Visible.oneLine(file.path())
                            + " ("
                            + file.why().wireName().replace('_', ' ')
                            + ")");
        }
    }
}
