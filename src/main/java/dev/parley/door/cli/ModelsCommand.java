package dev.parley.door.cli;

import dev.parley.api.Model;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.cli.shared.Table;
import dev.parley.door.json.StatusJson;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.util.Optional;
import java.util.function.Supplier;

/// `parley models`: every model name, and who answers to it.
@Command(
        name = "models",
        description = {
            "List every model name with its provider, and the agents of the OpenAI door."
        },
        footer = {
            "",
            "Add your own under \"models\" in config.json. Any vendor/model name goes to opencode.",
            "Agents in repositories are in models.json: parley models add, remove, test."
        })
final class ModelsCommand extends Subcommand {
    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    ModelsCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    @Override
    public Integer call() {
        var models = apps.get().models().all();
        models.problem()
                .ifPresent(problem -> {
                    throw problem;
                });
        if (json) {
            console.printJson(StatusJson.of(models));
            return 0;
        }
        var table =
                new Table("MODEL", "PROVIDER", "ALIASES", "")
                        .whole(0)
                        .spare(3)
                        .quiet(2)
                        .styled(apps.get()::colour, 1);
        models.catalog().forEach(model -> show(model, table));
        models.agents()
                .forEach((name, agent) ->
                        table.row(name, agent.driver(), "", "in " + agent.repoPath()));
        var plain = apps.get().models().agents(Optional.empty());
        plain.keySet().removeAll(models.agents().keySet());
        plain.forEach((name, agent) ->
                table.row(name, agent.driver(), "", "for OpenAI clients, in " + agent.repoPath()));
        table.print(console.out());
        return 0;
    }

    private static void show(Model model, Table table) {
        table.row(
                model.name(),
                model.findProvider().orElse("(API only)"),
                String.join(", ", model.aliases()),
                model.deprecated() ? "deprecated" : "");
    }
}
