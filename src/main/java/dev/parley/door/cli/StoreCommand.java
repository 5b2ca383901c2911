package dev.parley.door.cli;

import dev.parley.api.Pruned;
import dev.parley.base.json.Json;
import dev.parley.door.cli.shared.Bytes;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.cli.shared.Table;
import dev.parley.door.json.StatusJson;
import dev.parley.work.run.Durations;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// `parley store`: what Parley has on disk, and how it becomes less.
@Command(
        name = "store",
        description = "Show what Parley keeps on disk, and remove what need not be kept.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "parley store                        sizes, kind by kind",
            "parley store prune --dry-run        what would go",
            "parley store prune --older-than 7d  events that the CLI's own file has, too",
            "",
            "A running server prunes by itself: what is older than store.keepDays (30) or more than",
            "store.keepMegabytes (1000) in config.json. Open sessions, and those whose CLI keeps no file, stay."
        })
final class StoreCommand extends Subcommand {

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    StoreCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    List<Object> subcommands() {
        return List.of(new Prune());
    }

    @Override
    public Integer call() throws InterruptedException {
        var parts = apps.get().store().report();
        if (json) {
            console.printJson(Json.object().set("parts", Json.tree(parts)));
            return 0;
        }
        var table =
                new Table("KIND", "SIZE", "COUNT", "WHAT", "WHERE")
                        .whole(0)
                        .numbers(1, 2)
                        .paths(4)
                        .spare(4);
        for (var part : parts) {
            table.row(
                    part.name(),
                    Bytes.shown(part.bytes()),
                    part.count() == null ? "" : part.count().toString(),
                    part.what(),
                    part.where());
        }
        table.print(console.out());
        return 0;
    }

    /// `parley store prune`
    @Command(
            name = "prune",
            description = {
                "Remove events of live sessions that the CLI's own file has, too.",
                "What was said stays in the history: parley show, parley search."
            })
    final class Prune implements Callable<Integer> {
        @Option(names = "--dry-run", description = "Only say what would go.")
        private boolean isDryRun;

        @Option(
                names = "--older-than",
                paramLabel = "TIME",
                description =
                        "How long a session has to be quiet, such as 7d or 12h. Unless given: store.keepDays.")
        private @Nullable String olderThan;

        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Override
        public Integer call() throws InterruptedException {
            var age = Optional.ofNullable(olderThan).map(Durations::parse);
            var pruned = apps.get().store().prune(age, isDryRun);
            if (json) {
                console.printJson(StatusJson.of(pruned, isDryRun));
            } else {
                console.println(sentence(pruned));
            }
            return 0;
        }

        private String sentence(Pruned pruned) {
            if (pruned.events() == 0) {
                return "There is nothing to remove.";
            }
            return "%s %d event%s (%s). %s"
                    .formatted(
                            isDryRun ? "Would remove" : "Removed",
                            pruned.events(),
                            pruned.events() == 1 ? "" : "s",
                            Bytes.shown(pruned.bytes()),
                            switch (pruned.sessions()) {
                                case 0 -> "They are pieces of messages that stay as a whole.";
                                case 1 -> "What one session said is in the history only.";
                                default ->
                                        "What %d sessions said is in the history only."
                                                .formatted(pruned.sessions());
                            });
        }
    }
}
