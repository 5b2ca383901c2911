package dev.parley.door.cli;

import dev.parley.App;
import dev.parley.base.problem.Problem;
import dev.parley.history.SessionEntry;
import dev.parley.process.Launch;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// `parley resume`: a session goes on in its own CLI, in this terminal.
@Command(
        name = "resume",
        description = "Go on with a session in its own CLI, in the directory it belongs to.",
        footer = {
            "",
            "The CLI has this terminal to itself; its exit code is this command's.",
            "parley chat --resume SESSION goes on with it inside Parley instead."
        })
final class ResumeCommand implements Callable<Integer> {
    private final Supplier<App> apps;
    private final Console console;

    @Mixin private final NamedSession session = new NamedSession();

    @Option(
            names = "--cwd",
            paramLabel = "DIRECTORY",
            description = "Another directory than its own.")
    private @Nullable Path cwd;

    @Option(names = "--model", paramLabel = "MODEL", description = "With another model.")
    private @Nullable String model;

    ResumeCommand(Supplier<App> apps, Console console) {
        this.apps = apps;
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        var app = apps.get();
        var entry = session.in(HistoryPass.upToDate(app, console));
        if (entry.isSubagent()) {
            throw Problem.invalid(
                    entry.key() + " was started by another session and cannot be resumed.",
                    "parley resume " + entry.key().provider() + ":" + entry.session().parent());
        }
        var directory = directory(entry);
        var face = app.terminals().resuming(entry.key(), Optional.ofNullable(model), directory);
        var launch = new Launch(face.command(), directory, face.environment(), Long.MAX_VALUE);
        console.out().flush();
        // Ctrl-C is for the CLI, which has the same terminal.
        Interrupts.handle(() -> {});
        try (var _ = app.terminals().claim(face)) {
            face.care().run();
            try {
                return app.terminals().runHere(launch);
            } finally {
                face.care().run();
            }
        }
    }

    private Path directory(SessionEntry entry) {
        var known = entry.session().cwd() == null ? entry.project() : entry.session().cwd();
        var wanted = cwd == null ? Path.of(known == null ? "" : known) : cwd;
        if (known == null && cwd == null) {
            throw Problem.invalid(
                    "The directory of " + entry.key() + " is not known.", "Name it with --cwd.");
        }
        if (!Files.isDirectory(wanted)) {
            throw Problem.invalid(
                    "The directory of " + entry.key() + " is not there: " + wanted,
                    "Name another with --cwd.");
        }
        return wanted.toAbsolutePath();
    }
}
