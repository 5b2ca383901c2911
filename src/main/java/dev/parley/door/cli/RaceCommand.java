package dev.parley.door.cli;

import dev.parley.api.RaceInfo;
import dev.parley.api.RaceRequest;
import dev.parley.base.json.Json;
import dev.parley.base.screen.Visible;
import dev.parley.event.Permission;
import dev.parley.work.Races;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/// `parley race`: the same task for several agents, side by side.
@Command(
        name = "race",
        description = "Give several agents the same task, each in a worktree of its own.",
        footer = {
            "",
            "parley race --models claude,codex --check \"mvn -q test\" \"fix the flaky test\"",
            "",
            "Then look at what they did (parley worktrees patch ID), and take one with",
            "parley worktrees apply ID. The others stay until you remove them.",
            "A model is a name of `parley models`, a provider, or provider:model."
        })
final class RaceCommand extends Subcommand {
    private static final Duration AGAIN = Duration.ofMillis(200);

    @Option(
            names = "--models",
            paramLabel = "NAMES",
            required = true,
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

    @Parameters(index = "0", paramLabel = "TASK", description = "What they are to do.")
    private String task = "";

    RaceCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    @Override
    public Integer call() throws InterruptedException {
        var races = apps.get().races();
        var place = cwd.toAbsolutePath().normalize().toString();
        var started = races.start(new RaceRequest(place, task, models, check, judge, permission));
        var done = follow(races, started);
        if (json) {
            console.printJson(Json.tree(done));
        } else {
            print(done);
        }
        return done.lanes().stream().anyMatch(it -> it.status() == RaceInfo.Status.COMPLETED)
                ? 0
                : 1;
    }

    /// Says what happens in each lane as it happens.
    private RaceInfo follow(Races races, RaceInfo started) throws InterruptedException {
        var said = new HashSet<String>();
        var race = started;
        while (!race.isOver()) {
            Thread.sleep(AGAIN);
            race = races.info(started.id());
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
        return races.await(started.id());
    }

    private void print(RaceInfo race) {
        var table = new Table("MODEL", "STATUS", "CHECK", "CHANGED", "COST", "TIME", "WORKTREE");
        for (var lane : race.lanes()) {
            var passed = lane.checkPassed();
            var cost = lane.costUsd();
            table.row(
                    Visible.oneLine(lane.model()),
                    lane.status().wireName(),
                    passed == null ? "" : passed ? "passed" : "failed",
                    lane.files() == null
                            ? ""
                            : lane.files() + " files +" + lane.added() + " -" + lane.removed(),
                    cost == null ? "" : String.format(Locale.ROOT, "$%.4f", cost),
                    lane.durationMs() == null ? "" : lane.durationMs() / 1000 + " s",
                    lane.worktree() == null ? "" : lane.worktree());
        }
        table.print(console.out());
        var judgement = race.judgement();
        if (judgement != null) {
            var words = judgement.text() == null ? judgement.error() : judgement.text();
            console.out().println();
            console.out().println(Visible.oneLine(judgement.model()) + " advises:");
            console.outside(String.valueOf(words));
        }
        for (var lane : race.lanes()) {
            if (lane.error() != null) {
                console.complain(Visible.oneLine(lane.model() + ": " + lane.error()));
            }
        }
    }
}
