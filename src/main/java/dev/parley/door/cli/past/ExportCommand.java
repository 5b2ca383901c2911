package dev.parley.door.cli.past;

import dev.parley.base.disk.WholeFile;
import dev.parley.base.json.Json;
import dev.parley.door.cli.shared.Bytes;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.HistoryPass;
import dev.parley.door.cli.shared.NamedSession;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.work.move.CarrySession;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/// `parley export`: a conversation in a file, for another machine.
@Command(
        name = "export",
        description =
                "Put a conversation into a file, with its images, for `parley import` elsewhere.",
        footer = {
            "",
            "parley export 5f0c6c1e --out talk.parley      secrets are hidden",
            "parley export 5f0c6c1e --out talk.parley --raw   everything as it was said",
            "",
            "Without --out it goes to standard output. For reading there is parley show."
        })
public final class ExportCommand extends Subcommand {
    @Mixin private final NamedSession session = new NamedSession();

    @Option(names = "--out", paramLabel = "FILE", description = "Where to put it.")
    private @Nullable Path out;

    @Option(names = "--raw", description = "With secrets, as far as there are any.")
    private boolean raw;

    @Option(names = "--force", description = "Replace a file that is there.")
    private boolean force;

    @Option(names = "--json", description = "Print JSON about the file.")
    private boolean json;

    public ExportCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    @Override
    public Integer call() throws InterruptedException {
        var app = apps.get();
        app.historyVerbs().index().refresh(HistoryPass.bar(console));
        if (out == null) {
            app.moves().carry().export(session.name(), raw, console::println);
            return 0;
        }
        var bytes = WholeFile.write(out, force, draft -> write(app.moves().carry(), draft));
        if (json) {
            console.printJson(
                    Json.object()
                            .put("file", out.toAbsolutePath().normalize().toString())
                            .put("bytes", bytes));
        } else {
            console.println("Wrote " + Bytes.shown(bytes) + " to " + out + ".");
        }
        return 0;
    }

    private void write(CarrySession carry, Path draft) throws IOException, InterruptedException {
        try (var file = Files.newBufferedWriter(draft)) {
            carry.export(session.name(), raw, line -> write(file, line));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void write(BufferedWriter file, String line) {
        try {
            file.write(line);
            file.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
