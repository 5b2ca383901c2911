package dev.parley.door.cli;

import dev.parley.base.json.Json;
import dev.parley.door.cli.shared.Bytes;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.Subcommand;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.function.Supplier;

/// `parley backup`: a copy of the database.
@Command(
        name = "backup",
        description = "Copy Parley's database (live sessions and their events) into a file.",
        footer = {
            "",
            "parley backup ~/parley-backup.db  also while a server runs; of one moment",
            "",
            "To go back to it, stop Parley and put it in the place that `parley store` names. The CLIs' own",
            "sessions and Parley's configuration are not in it; the catalog and the text index are made again."
        })
final class BackupCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "FILE", description = "Where to put it.")
    private Path file = Path.of("");

    @Option(names = "--force", description = "Replace a file that is there.")
    private boolean force;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    BackupCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    @Override
    public Integer call() throws InterruptedException {
        var bytes = apps.get().store().backup(file, force);
        if (json) {
            console.printJson(
                    Json.object()
                            .put("file", file.toAbsolutePath().normalize().toString())
                            .put("bytes", bytes));
        } else {
            console.println("Copied " + Bytes.shown(bytes) + " to " + file + ".");
        }
        return 0;
    }
}
