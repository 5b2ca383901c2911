package dev.parley.door.cli.past;

import dev.parley.api.MoveRequest;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.HistoryPass;
import dev.parley.door.cli.shared.Interrupts;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.Subcommand;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/// `parley resume`: a session goes on in its own CLI, in this terminal.
@Command(
        name = "resume",
        description = "Go on with a session in its own CLI, in the directory it belongs to.",
        footer = {
            "",
            "parley resume SESSION --with codex goes on in another CLI, with everything that was said.",
            "The CLI has this terminal to itself; its exit code is this command's.",
            "parley chat --resume SESSION goes on with it inside Parley instead."
        })
public final class ResumeCommand extends Subcommand {
    @Mixin private final ChosenSession session = new ChosenSession();

    @Option(
            names = "--cwd",
            paramLabel = "DIRECTORY",
            description = "Another directory than its own.")
    private @Nullable Path cwd;

    @Option(names = "--model", paramLabel = "MODEL", description = "With another model.")
    private @Nullable String model;

    @Option(
            names = "--with",
            paramLabel = "ID",
            description = "In another CLI, to which the conversation is moved first.")
    private @Nullable String with;

    public ResumeCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    @Override
    public Integer call() throws InterruptedException {
        var app = apps.get();
        app.historyVerbs().index().refresh(HistoryPass.bar(console));
        var name = session.name(app, console);
        if (name.isEmpty()) {
            return Console.INTERRUPTED;
        }
        if (with != null) {
            return app.moves()
                    .resume()
                    .run(
                            name.get(),
                            new MoveRequest(with, model, null, null, cwd),
                            move -> MoveCommand.told(move, console),
                            this::handOver);
        }
        return app.historyVerbs()
                .resume()
                .run(
                        name.get(),
                        Optional.ofNullable(model),
                        Optional.ofNullable(cwd),
                        this::handOver);
    }

    /// Ctrl-C is for the CLI, which has the same terminal.
    private void handOver() {
        console.out().flush();
        Interrupts.handle(() -> {});
    }
}
