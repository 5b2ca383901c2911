package dev.parley.door.cli;

import dev.parley.base.disk.DiskProblem;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
final class ExportCommand extends Subcommand {
    @Mixin private final NamedSession session = new NamedSession();

    @Option(names = "--out", paramLabel = "FILE", description = "Where to put it.")
    private @Nullable Path out;

    @Option(names = "--raw", description = "With secrets, as far as there are any.")
    private boolean raw;

    @Option(names = "--force", description = "Replace a file that is there.")
    private boolean force;

    @Option(names = "--json", description = "Print JSON about the file.")
    private boolean json;

    ExportCommand(Supplier<Program> apps, Console console) {
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
        if (Files.exists(out) && !force) {
            throw Problem.invalid(
                    out + " is there already.", "Name another file, or replace it with --force.");
        }
        if (Files.exists(out) && !Files.isRegularFile(out)) {
            throw Problem.invalid(
                    out + " is no file that can be replaced.",
                    "Name a file; without --out it goes to standard output.");
        }
        try {
            PrivateFiles.directoryOf(out);
            write(app, Files.exists(out) ? out.toRealPath() : out);
            var bytes = Files.size(out);
            if (json) {
                console.printJson(
                        Json.object()
                                .put("file", out.toAbsolutePath().normalize().toString())
                                .put("bytes", bytes));
            } else {
                console.println("Wrote " + StoreCommand.size(bytes) + " to " + out + ".");
            }
            return 0;
        } catch (IOException | UncheckedIOException e) {
            throw DiskProblem.of(
                    out,
                    e,
                    Problem.invalid(
                            out + " cannot be written: " + e.getMessage(), "Name another file."));
        }
    }

    /// What is there stays until all of it is written.
    private void write(Program app, Path to) throws IOException, InterruptedException {
        var part = to.resolveSibling("." + to.getFileName() + ".part");
        try {
            PrivateFiles.file(part);
            try (var file = Files.newBufferedWriter(part)) {
                app.moves().carry().export(session.name(), raw, line -> write(file, line));
            }
            Files.move(part, to, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
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
