package dev.parley.door.cli;

import dev.parley.base.json.Json;
import dev.parley.config.RepositoryModel;
import dev.parley.provider.Model;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import tools.jackson.databind.node.ObjectNode;

import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// `parley models`: every model name, and who answers to it.
@Command(
        name = "models",
        description = {
            "List every model name, the provider it resolves to, and its other names;",
            "then the agents in repositories that the OpenAI door offers."
        },
        footer = {
            "",
            "Add your own under \"models\" in config.json. Any vendor/model name goes to opencode.",
            "Agents in repositories are in models.json: parley models add, remove, test."
        })
final class ModelsCommand implements Callable<Integer> {
    private final Supplier<Program> apps;
    private final Console console;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    ModelsCommand(Supplier<Program> apps, Console console) {
        this.apps = apps;
        this.console = console;
    }

    @Override
    public Integer call() {
        var models = apps.get().models().all();
        var registry = apps.get().registry().current();
        registry.problem()
                .ifPresent(problem -> {
                    throw problem;
                });
        if (json) {
            var list = Json.array();
            models.forEach(model -> list.add(Json.tree(model)));
            registry.models().forEach((name, model) -> list.add(shape(name, model)));
            console.printJson(list);
            return 0;
        }
        var table = new Table("MODEL", "PROVIDER", "ALIASES", "");
        models.forEach(model -> show(model, table));
        registry.models()
                .forEach((name, model) ->
                        table.row(name, model.driver(), "", "in " + model.repoPath()));
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

    private static ObjectNode shape(String name, RepositoryModel model) {
        var shape = Json.object().put("name", name).put("provider", model.driver());
        shape.set("repository", Json.tree(model));
        return shape;
    }
}
