package dev.parley.door.cli.change;

import dev.parley.api.RaceInfo;
import dev.parley.api.UndoPlan;
import dev.parley.base.json.Json;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.PlanTable;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.RunningServer;
import dev.parley.door.cli.shared.StateStyle;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.cli.shared.Table;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The commands below `parley race`. They ask the server that runs; without one they look at what
/// is kept themselves.
final class RaceSubcommands {
    private RaceSubcommands() {}

    static List<Object> all(Supplier<Program> apps, Console console) {
        return List.of(
                new Listing(apps, console),
                new Show(apps, console),
                new Take(apps, console),
                new Untake(apps, console));
    }

    abstract static class Base extends Subcommand {
        @Option(names = "--json", description = "Print JSON.")
        boolean json;

        @Option(
                names = "--port",
                paramLabel = "PORT",
                description = "Of the server that listens there. Default: whatever there is.")
        private @Nullable Integer port;

        Base(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        RaceShelf races() throws InterruptedException {
            var app = apps.get();
            var server =
                    port == null
                            ? RunningServer.find(app, null)
                            : Optional.of(RunningServer.named(app, port));
            return server.isPresent()
                    ? new RaceShelf.OnServer(server.get())
                    : new RaceShelf.Here(app.races());
        }
    }

    /// What those that are about one race have in common.
    abstract static class OfOne extends Base {
        @Parameters(index = "0", paramLabel = "RACE", description = "As parley race list names it.")
        String id = "";

        OfOne(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        /// What became of the files in the tree of the user.
        void print(JsonNode answer, String nothing) {
            if (json) {
                console.printJson(answer);
            } else {
                PlanTable.print(Json.read(answer, UndoPlan.class), nothing, console);
            }
        }
    }

    /// `parley race list`
    @Command(name = "list", description = "Races, the newest first.")
    static final class Listing extends Base {
        Listing(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var answer = races().list();
            if (json) {
                console.printJson(answer);
                return 0;
            }
            var table =
                    new Table("RACE", "STATE", "AGENTS", "TASK")
                            .whole(0, 1)
                            .styled(StateStyle::of, 1);
            answer.path("races")
                    .valueStream()
                    .map(race -> Json.read(race, RaceInfo.class))
                    .forEach(race ->
                            table.row(
                                    race.id(),
                                    state(race),
                                    "" + race.lanes().size(),
                                    Visible.oneLine(race.task())));
            table.print(console.out());
            return 0;
        }

        private static String state(RaceInfo race) {
            var isCut =
                    race.lanes().stream()
                            .anyMatch(lane -> lane.status() == RaceInfo.Status.INTERRUPTED);
            return !race.isOver()
                    ? "running"
                    : race.taken() == null
                            ? isCut ? "interrupted" : "over"
                            : "took " + race.taken();
        }
    }

    /// `parley race show`
    @Command(name = "show", description = "One race as it stands.")
    static final class Show extends OfOne {
        Show(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var answer = races().show(id);
            if (json) {
                console.printJson(answer);
            } else {
                RaceTable.print(Json.read(answer, RaceInfo.class), console);
            }
            return 0;
        }
    }

    /// `parley race take`
    @Command(
            name = "take",
            description =
                    "Bring what one agent did into your tree. What the others did becomes branches.")
    static final class Take extends OfOne {
        @Parameters(index = "1", paramLabel = "LANE", description = "The number of the agent.")
        private int lane;

        Take(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var answer = races().take(id, lane);
            print(answer, "Your tree has all of it already.");
            if (!json) {
                console.note("To take it back: parley race untake " + id);
            }
            return 0;
        }
    }

    /// `parley race untake`
    @Command(
            name = "untake",
            description =
                    "Take out of your tree again what was taken. What you changed since stays.")
    static final class Untake extends OfOne {
        Untake(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var answer = races().untake(id);
            print(answer, "Your tree is as it was already.");
            return 0;
        }
    }
}
