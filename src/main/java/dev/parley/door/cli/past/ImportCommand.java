package dev.parley.door.cli.past;

import dev.parley.api.MoveRequest;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.json.MoveJson;
import dev.parley.door.render.Printable;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.function.Supplier;

/// `parley import`: a conversation of another machine becomes a session here.
@Command(
        name = "import",
        description = "Bring a conversation that `parley export` has written into a CLI.",
        footer = {
            "",
            "parley import talk.parley --to claude --cwd ~/acme  then: parley resume SESSION",
            "parley move undo                                    takes it back"
        })
public final class ImportCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "FILE", description = "What parley export has written.")
    private Path file = Path.of("");

    @Option(
            names = "--to",
            paramLabel = "ID",
            required = true,
            description = "The CLI: claude, codex, …")
    private String to = "";

    @Option(names = "--model", paramLabel = "MODEL", description = "The model it goes on with.")
    private @Nullable String model;

    @Option(
            names = "--cwd",
            paramLabel = "DIRECTORY",
            description = "Where it goes on. Default: where it was, if that is here too.")
    private @Nullable Path cwd;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    public ImportCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    @Override
    public Integer call() throws InterruptedException {
        var move =
                apps.get().moves().carry().bring(file, new MoveRequest(to, model, null, null, cwd));
        if (json) {
            console.printJson(MoveJson.of(move));
        } else {
            MoveCommand.told(move, console);
            console.note("Go on with it: parley resume " + Printable.line(move.to().toString()));
        }
        return 0;
    }
}
