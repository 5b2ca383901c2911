package dev.parley.door.cli;

import dev.parley.api.SessionSummary;
import dev.parley.api.SessionsRequest;
import dev.parley.base.screen.ScreenStream;
import dev.parley.base.screen.ScreenStream.Style;
import dev.parley.base.screen.Visible;
import dev.parley.door.json.SessionJson;
import dev.parley.door.render.Printable;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.format.DateTimeFormatter;
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
final class SessionsCommand extends Subcommand {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");
    private static final int TITLE = 60;
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

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    SessionsCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    static Optional<SessionsCommand> quickly(
            Supplier<Program> apps, Console console, List<String> words) {
        return QuickStart.options(
                        words,
                        Set.of("--subagents", "--json"),
                        Set.of("--provider", "--project", "--limit"))
                .filter(options -> options.getOrDefault("--limit", "1").matches("\\d{1,9}"))
                .map(options -> {
                    var command = new SessionsCommand(apps, console);
                    command.provider = options.get("--provider");
                    command.project = options.get("--project");
                    command.limit = Integer.parseInt(options.getOrDefault("--limit", LIMIT));
                    command.subagents = options.containsKey("--subagents");
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
                                        Optional.ofNullable(project).map(SessionsCommand::path),
                                        Optional.empty(),
                                        subagents,
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
        var table = new Table("UPDATED", "SESSION", "PROJECT", "TITLE");
        shown.forEach(session -> show(session, table));
        table.print(console.out());
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

    /// A folder that is there is meant as such, wherever the command runs.
    private static String path(String text) {
        var path = Path.of(text);
        return Files.isDirectory(path) ? path.toAbsolutePath().normalize().toString() : text;
    }

    private void show(SessionSummary session, Table table) {
        var live = session.liveId() == null ? "" : "(live as " + session.liveId() + ") ";
        var moved =
                session.movedFrom() == null ? "" : "(from " + session.movedFrom().provider() + ") ";
        var name = live + moved + Printable.line(session.name());
        table.row(
                TIME.format(session.lastUsed().atZone(apps.get().zone())),
                Printable.line(session.key().toString()),
                Printable.line(Optional.ofNullable(session.project()).orElse("")),
                name.length() > TITLE ? name.substring(0, TITLE - 1) + "…" : name);
    }
}
