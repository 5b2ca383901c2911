package dev.parley.door.cli.past;

import dev.parley.api.SessionsRequest;
import dev.parley.base.screen.ScreenStream;
import dev.parley.base.screen.Style;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.HistoryPass;
import dev.parley.door.cli.shared.HomePath;
import dev.parley.door.cli.shared.PlainOptions;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.ProjectPath;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.json.SessionJson;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// `parley sessions`: what all CLIs have on this machine, newest first.
@Command(
        name = "sessions",
        description = "List the sessions of every CLI on this machine, newest first.",
        footer = {
            "",
            "parley show SESSION prints one, parley resume SESSION goes on with it.",
            "The beginning of an id is enough for both."
        })
public final class SessionsCommand extends Subcommand {
    private static final String LIMIT = "" + SessionsRequest.USUAL;

    @Option(names = "--provider", paramLabel = "ID", description = "Of this provider only.")
    private @Nullable String provider;

    @Option(
            names = "--project",
            paramLabel = "PATH",
            description = "In this project only: its path, or the last names of it.")
    private @Nullable String project;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = LIMIT,
            description = "At most so many. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Option(names = "--subagents", description = "Also those that other sessions started.")
    private boolean subagents;

    @Option(names = "--rooms", description = "Also those of agents in rooms.")
    private boolean rooms;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    public SessionsCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    public static Optional<SessionsCommand> quickly(
            Supplier<Program> apps, Console console, List<String> words) {
        return PlainOptions.read(
                        words,
                        Set.of("--subagents", "--rooms", "--json"),
                        Set.of("--provider", "--project", "--limit"))
                .filter(options -> options.getOrDefault("--limit", "1").matches("\\d{1,9}"))
                .map(options -> {
                    var command = new SessionsCommand(apps, console);
                    command.provider = options.get("--provider");
                    command.project = options.get("--project");
                    command.limit = Integer.parseInt(options.getOrDefault("--limit", LIMIT));
                    command.subagents = options.containsKey("--subagents");
                    command.rooms = options.containsKey("--rooms");
                    command.json = options.containsKey("--json");
                    return command;
                });
    }

    @Override
    public Integer call() throws InterruptedException {
        var app = apps.get();
        app.historyVerbs().index().refresh(HistoryPass.bar(console));
        var page =
                app.historyVerbs()
                        .list()
                        .page(
                                new SessionsRequest(
                                        Optional.ofNullable(provider),
                                        Optional.ofNullable(project).map(ProjectPath::of),
                                        Optional.empty(),
                                        subagents,
                                        rooms,
                                        Optional.empty(),
                                        0,
                                        limit));
        var shown = page.sessions();
        if (json) {
            console.printJson(SessionJson.list(shown, SessionJson::of));
            return 0;
        }
        if (shown.isEmpty()) {
            console.println(nothing());
            return 0;
        }
        new SessionTable(
                        Clock.systemUTC(),
                        app.zone(),
                        HomePath.ofTheUser(),
                        app.historyVerbs().list()::shortIds,
                        app::colour)
                .print(shown, console.out());
        if (page.total() > shown.size()) {
            ScreenStream.print(
                    console.out(),
                    Style.DIM,
                    (page.total() - shown.size()) + " more: --limit " + page.total());
            console.println("");
        }
        return 0;
    }

    private String nothing() {
        if (project != null) {
            return "There is no session in "
                    + Visible.oneLine(project)
                    + ". `parley sessions` shows the projects there are.";
        }
        return provider == null
                ? "There is no session yet. Those of every CLI appear here by themselves."
                : "There is no session of " + provider + " yet.";
    }
}
