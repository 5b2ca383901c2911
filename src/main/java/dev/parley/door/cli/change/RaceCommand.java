package dev.parley.door.cli.change;

import dev.parley.api.RaceInfo;
import dev.parley.api.RaceRequest;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.RunningServer;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.function.Supplier;

/// `parley race`: the same task for several agents, side by side.
@Command(
        name = "race",
        synopsisSubcommandLabel = "[COMMAND]",
        description = "Give several agents the same task, each in a worktree of its own.",
        footer = {
            "",
            "parley race --models claude,codex --check \"mvn -q test\" \"fix the flaky test\"",
            "",
            "It runs in the server, if there is one: then its page shows it, and agents can ask for",
            "permission. When it is over, look at what they did (parley worktrees patch ID), and take",
            "one: parley race take RACE LANE brings it into your tree and makes branches of the",
            "others. Worktrees stay until you remove them.",
            "A model is a name of `parley models`, a provider, or provider:model."
        })
public final class RaceCommand extends Subcommand {
    private static final Duration AGAIN = Duration.ofMillis(200);

    @Option(
            names = "--models",
            paramLabel = "NAMES",
            split = ",",
            description = "Who takes part, with commas between.")
    private List<String> models = List.of();

    @Option(
            names = "--check",
            paramLabel = "COMMAND",
            description = "Run in each worktree when its agent is done.")
    private @Nullable String check;

    @Option(
            names = "--judge",
            paramLabel = "MODEL",
            description = "Says which one it would take; it only advises.")
    private @Nullable String judge;

    @Option(
            names = "--permission",
            paramLabel = "MODE",
            description =
                    "What they may do without asking: ask, edit, plan or bypass. Default: edit.")
    private @Nullable Permission permission;

    @Option(names = "--cwd", paramLabel = "DIRECTORY", description = "Default: here.")
    private Path cwd = Path.of("");

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Where the running server listens. Default: as configured.")
    private @Nullable Integer port;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "TASK",
            description = "What they are to do.")
    private String task = "";

    public RaceCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    public List<Object> subcommands() {
        return RaceSubcommands.all(apps, console);
    }

    @Override
    public Integer call() throws InterruptedException {
        if (task.isBlank() || models.isEmpty()) {
            throw Problem.invalid(
                    models.isEmpty() ? "No agents are named." : "There is no task.",
                    "Such as: parley race --models claude,codex \"fix the flaky test\"");
        }
        var app = apps.get();
        var server = RunningServer.find(app, port);
        RaceHost host =
                server.isPresent()
                        ? new RaceHost.OnServer(server.get(), console)
                        : new RaceHost.Here(app, console);
        var place = cwd.toAbsolutePath().normalize().toString();
        var started = host.start(new RaceRequest(place, task, models, check, judge, permission));
        var done = follow(host, started);
        if (json) {
            console.printJson(Json.tree(done));
        } else {
            RaceTable.print(done, console);
            console.note("Take one: parley race take " + done.id() + " LANE");
        }
        return done.lanes().stream().anyMatch(it -> it.status() == RaceInfo.Status.COMPLETED)
                ? 0
                : 1;
    }

    /// Says what happens in each lane as it happens.
    private RaceInfo follow(RaceHost host, RaceInfo started) throws InterruptedException {
        var said = new HashSet<String>();
        var race = started;
        while (!race.isOver()) {
            Thread.sleep(AGAIN);
            race = host.info(started.id());
            host.questions(race);
            for (var lane : race.lanes()) {
                var name = Visible.oneLine(lane.number() + " " + lane.model());
                if (lane.session() != null && said.add(name + " session")) {
                    console.note(name + ": parley chat --resume " + lane.session());
                }
                if (lane.status() != RaceInfo.Status.RUNNING && said.add(name + " over")) {
                    console.note(name + ": " + lane.status().wireName());
                }
            }
        }
        return race;
    }
}
