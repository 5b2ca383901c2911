package dev.parley.door.cli;

import dev.parley.api.RaceInfo;
import dev.parley.api.RaceRequest;
import dev.parley.base.json.Json;
import dev.parley.base.screen.Visible;
import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
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
        var started = races.start(new RaceRequest(place, task, models, check, permission));
        var done = races.await(started.id());
        if (json) {
            console.printJson(Json.tree(done));
        } else {
            print(done);
        }
        return done.lanes().stream().anyMatch(it -> it.status() == RaceInfo.Status.COMPLETED)
                ? 0
                : 1;
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
        for (var lane : race.lanes()) {
            if (lane.error() != null) {
                console.complain(Visible.oneLine(lane.model() + ": " + lane.error()));
            }
        }
    }
}
