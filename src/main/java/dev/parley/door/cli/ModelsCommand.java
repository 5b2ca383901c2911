package dev.parley.door.cli;

import dev.parley.App;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// `parley models`: every model name, and who answers to it.
@Command(
        name = "models",
        description = "List every model name, the provider it resolves to, and its other names.",
        footer = {
            "",
            "Add your own under \"models\" in config.json. Any vendor/model name goes to opencode."
        })
final class ModelsCommand implements Callable<Integer> {
    private final Supplier<App> apps;
    private final Console console;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    ModelsCommand(Supplier<App> apps, Console console) {
        this.apps = apps;
        this.console = console;
    }

    @Override
    public Integer call() {
        var models = apps.get().models().all();
        if (json) {
            console.printJson(models);
            return 0;
        }
        var table = new Table("MODEL", "PROVIDER", "ALIASES", "");
        for (var model : models) {
            table.row(
                    model.name(),
                    model.findProvider().orElse("(API only)"),
                    String.join(", ", model.aliases()),
                    model.deprecated() ? "deprecated" : "");
        }
        table.print(console.out());
        return 0;
    }
}
