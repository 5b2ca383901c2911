package dev.parley.door.cli.server;

import dev.parley.base.json.Json;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.Table;
import dev.parley.door.json.StatusJson;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// `parley keys`: keys for programs that may use the OpenAI door and nothing else.
@Command(
        name = "keys",
        description = "Keys for programs that may use the OpenAI door (/v1) and nothing else.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "parley keys add ci --model acme --per-minute 30    prints the secret, once",
            "parley keys list",
            "parley keys remove ci                              takes effect at once"
        })
public final class KeysCommand {
    private final Supplier<Program> apps;
    private final Console console;

    public KeysCommand(Supplier<Program> apps, Console console) {
        this.apps = apps;
        this.console = console;
    }

    /// The subcommands, which share what this one has.
    public List<Object> subcommands() {
        return List.of(new Add(), new Shown(), new Remove());
    }

    /// `parley keys add`
    @Command(
            name = "add",
            description = "Make a key. Its secret is printed once and stored nowhere.",
            footer = {"", "Use it as the API key of any OpenAI client."})
    final class Add implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "NAME", description = "What to call it.")
        private String name = "";

        @Option(
                names = "--model",
                paramLabel = "MODEL",
                description =
                        "A name of models.json it may use; repeat for more. All unless given.")
        private List<String> models = new ArrayList<>();

        @Option(
                names = "--max-concurrent",
                paramLabel = "N",
                description = "How many of its calls may run or wait at the same time.")
        private @Nullable Integer maxConcurrent;

        @Option(
                names = "--per-minute",
                paramLabel = "N",
                description = "How many calls it may begin within a minute.")
        private @Nullable Integer perMinute;

        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Override
        public Integer call() {
            var app = apps.get();
            var known = app.models().agents(Optional.empty());
            for (var model : models) {
                if (!known.containsKey(model)) {
                    console.err().println("Note: there is no model \"" + model + "\" yet.");
                }
            }
            var made =
                    app.keys()
                            .add(
                                    name,
                                    models,
                                    Optional.ofNullable(maxConcurrent),
                                    Optional.ofNullable(perMinute));
            if (json) {
                console.printJson(StatusJson.of(made.key()).put("secret", made.secret()));
            } else {
                console.println(made.secret());
                console.err().println("Keep it now: Parley stores only its hash.");
            }
            return 0;
        }
    }

    /// `parley keys list`
    @Command(name = "list", description = "List all keys, without their secrets.")
    final class Shown implements Callable<Integer> {
        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Override
        public Integer call() {
            var keys = apps.get().keys().all();
            if (json) {
                var list = Json.array();
                keys.forEach(key -> list.add(StatusJson.of(key)));
                console.printJson(list);
                return 0;
            }
            if (keys.isEmpty()) {
                console.println("There are no keys. Make one with: parley keys add NAME");
                return 0;
            }
            var table =
                    new Table("NAME", "MODELS", "AT A TIME", "PER MINUTE", "MADE")
                            .numbers(2, 3)
                            .spare(2, 3)
                            .whole(4)
                            .quiet(4);
            keys.forEach(key ->
                    table.row(
                            key.name(),
                            key.models().isEmpty() ? "all" : String.join(", ", key.models()),
                            key.findMaxConcurrent().map(String::valueOf).orElse("any"),
                            key.findPerMinute().map(String::valueOf).orElse("any"),
                            key.created().truncatedTo(ChronoUnit.SECONDS).toString()));
            table.print(console.out());
            return 0;
        }
    }

    /// `parley keys remove`
    @Command(name = "remove", description = "Remove a key. It opens nothing from now on.")
    final class Remove implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "NAME", description = "The key.")
        private String name = "";

        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Override
        public Integer call() {
            apps.get().keys().remove(name);
            if (json) {
                console.printJson(Json.object().put("removed", name));
            } else {
                console.println("Removed " + name + ".");
            }
            return 0;
        }
    }
}
