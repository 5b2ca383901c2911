package dev.parley.door.cli;

import static java.util.Objects.requireNonNullElse;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.LastSession;
import dev.parley.door.cli.shared.NamedAgent;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.cli.shared.TextPrinter;
import dev.parley.door.cli.shared.ToolWords;
import dev.parley.door.cli.shared.UsualPermission;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.event.EventJson;
import dev.parley.event.Permission;
import dev.parley.work.run.Durations;
import dev.parley.work.run.OneShot;
import dev.parley.work.run.Outcome;
import dev.parley.work.run.RunRequest;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// `parley run`: one turn of an agent, as text or as events.
@Command(
        name = "run",
        description = "Run one turn of an agent and print its answer as it comes.",
        footer = {
            "",
            "Examples:",
            "  parley run \"explain this repo\"",
            "  parley run --provider codex \"explain this repo\"",
            "  parley run --model claude-sonnet-5-5 --permission edit \"fix the failing test\"",
            "  git diff | parley run --provider gemini \"review this change:\" -",
            "  parley run --provider claude --tools tickets \"propose tickets for this repo\"",
            "  parley run --resume codex:01a1e0e7-7293-7d53-b374-a920300a6a6f \"now the docs\"",
            "",
            "Exit codes: 0 done, 1 the agent failed, 2 bad request, 3 CLI not installed, 4 no such model,",
            "provider or session, 5 busy, 6 broken configuration, 8 too much output, 124 timeout, 130 interrupted,",
            "141 nobody reads its output any more."
        })
final class RunCommand extends Subcommand {
    private static final int EXIT_OUTPUT_LIMIT = 8;
    private static final int EXIT_TIMEOUT = 124;

    @Parameters(
            arity = "0..*",
            paramLabel = "PROMPT",
            description =
                    "What the agent is to do. `-`, or no prompt at all, reads it from standard input.")
    private List<String> prompt = new ArrayList<>();

    @Option(
            names = "--provider",
            paramLabel = "ID",
            description =
                    "The CLI to run: claude, codex, gemini, … Default: \"defaultProvider\" of config.json, or the only one that is installed.")
    private @Nullable String provider;

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description = "The model; without --provider it also picks the CLI.")
    private @Nullable String model;

    @Option(
            names = "--resume",
            paramLabel = "SESSION",
            description = "Go on with a session: provider:id, id with --provider, or last.")
    private @Nullable String resume;

    @Option(
            names = "--cwd",
            paramLabel = "DIR",
            description = "Where the agent works. Default: here.")
    private Path cwd = Path.of("");

    @Option(
            names = "--add-dir",
            paramLabel = "DIR",
            description = "A further directory it may work in. Repeatable.")
    private List<Path> directories = new ArrayList<>();

    @Option(
            names = "--permission",
            paramLabel = "MODE",
            description =
                    "What it may do without asking: ask, edit, plan or bypass. Default: ask. In a single run nobody can be asked, so what would need a question is refused.")
    private @Nullable Permission permission;

    @Option(
            names = "--system",
            paramLabel = "TEXT",
            description = "Instructions to add to its system prompt.")
    private @Nullable String system;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "How long it may take, such as 90s, 30m or 2h. Default: 30m.")
    private @Nullable String timeout;

    @Option(
            names = "--home",
            paramLabel = "DIR",
            description =
                    "Where the CLI keeps its settings, logins and sessions, instead of in your home directory. Made if it is not there.")
    private @Nullable Path home;

    @Option(
            names = "--tools",
            paramLabel = "NAMES",
            description =
                    "The tools it gets from Parley: names and groups with commas between. Default: none; parley tools lists them.")
    private @Nullable String tools;

    @Option(names = "--json", description = "Print one event per line, as JSON.")
    private boolean json;

    /// Who has answered.
    private String answering = "";

    @Option(names = "--raw", description = "With --json: add the CLI's own line to each event.")
    private boolean raw;

    RunCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var app = apps.get();
        resume = LastSession.of(app, console, provider, resume);
        var agent = NamedAgent.of(app, console, provider, model, resume);
        var said = readPrompt();
        var request =
                new RunRequest(
                        said,
                        agent,
                        model,
                        resume,
                        absolute(cwd),
                        directories.stream().map(RunCommand::absolute).toList(),
                        permission == null
                                ? new UsualPermission(console, isAtKeyboard())
                                        .of(app.runs().modes(agent, model, resume))
                                : permission,
                        Optional.ofNullable(system),
                        Optional.ofNullable(timeout).map(Durations::parse),
                        Optional.ofNullable(home).map(RunCommand::absolute),
                        requireNonNullElse(ToolWords.parse(tools), List.of()));
        var outcome = play(app, app.runs().prepare(request));
        // The reader may be gone; then the agent was ended for that.
        console.out().flush();
        if (home == null && !outcome.lacksSession()) {
            adviseAfter(outcome.reason());
        }
        return exitCode(outcome);
    }

    private Outcome play(Program app, OneShot.Prepared run) throws InterruptedException {
        if (json) {
            return run.play(jsonPrinter().andThen(this::note));
        }
        var printer = new TextPrinter(console, app::costs);
        try (var screen = new SilenceLine(console, printer, "the agent", System::nanoTime)) {
            screen.start();
            return run.play(screen.andThen(this::note));
        }
    }

    private void note(Envelope envelope) {
        answering = envelope.provider();
    }

    /// CLIs say in many ways, or not at all, that they are not signed in.
    private void adviseAfter(EndReason reason) {
        if (reason == EndReason.ERROR || reason == EndReason.TIMEOUT) {
            apps.get().signIns().advice(answering).ifPresent(console.err()::println);
        }
    }

    /// The launcher knows; and a prompt that was read from there leaves nobody to ask.
    private boolean isAtKeyboard() {
        return Boolean.getBoolean("parley.keyboard")
                && console.isInteractive()
                && !prompt.isEmpty()
                && !prompt.contains("-");
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    private String readPrompt() throws IOException {
        if (prompt.isEmpty() || prompt.contains("-")) {
            var input = console.input();
            var words = prompt.stream().filter(word -> !word.equals("-")).toList();
            return words.isEmpty() ? input : String.join(" ", words) + "\n\n" + input;
        }
        return String.join(" ", prompt);
    }

    private Consumer<Envelope> jsonPrinter() {
        var include = raw ? EventJson.Raw.INCLUDED : EventJson.Raw.LEFT_OUT;
        return envelope -> {
            console.println(Json.write(EventJson.write(envelope, include)));
            console.out().flush();
        };
    }

    private static int exitCode(Outcome outcome) {
        return switch (outcome.reason()) {
            case COMPLETED -> 0;
            case TIMEOUT -> EXIT_TIMEOUT;
            case OUTPUT_LIMIT -> EXIT_OUTPUT_LIMIT;
            case INTERRUPTED -> Console.INTERRUPTED;
            case ERROR ->
                    (outcome.lacksSession() ? Problem.Kind.NOT_FOUND : Problem.Kind.AGENT_FAILED)
                            .exitCode();
        };
    }
}
