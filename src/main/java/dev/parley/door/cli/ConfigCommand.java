package dev.parley.door.cli;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.base.screen.OutsideText;
import dev.parley.base.screen.ScreenStream;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Interrupts;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.cli.shared.Table;
import dev.parley.work.setting.Configuration;
import dev.parley.work.setting.FileSchemas;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.function.Supplier;

/// `parley config`: what is set, and where each value comes from.
@Command(
        name = "config",
        description = "Show what is set and where each value comes from; change it.",
        footer = {
            "",
            "Examples:",
            "  parley config set defaultProvider claude",
            "  parley config set live.idleSeconds 60",
            "  parley config set onLimit '[\"codex\", \"gemini\"]'",
            "  parley config get port",
            "  parley config unset port",
            "  parley config edit",
            "  parley config schema config",
            "",
            "It is all in config.json, which may have comments; PARLEY_PORT comes before \"port\".",
            "A server that runs takes most of it over at once."
        })
final class ConfigCommand extends Subcommand {
    private static final String KEY = "The setting, such as port or live.idleSeconds.";

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    ConfigCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    List<Object> subcommands() {
        return List.of(new Get(), new Set(), new Unset(), new Edit(), new Schema());
    }

    @Override
    public Integer call() {
        var all = apps.get().configuration().all();
        if (json) {
            var list = Json.array();
            all.forEach(entry -> list.add(json(entry)));
            console.printJson(list);
            return 0;
        }
        var table = new Table("SETTING", "VALUE", "FROM").whole(0, 2).quiet(2);
        all.forEach(entry -> table.row(entry.key(), text(entry), entry.source().word()));
        table.print(console.out());
        return 0;
    }

    private static ObjectNode json(Configuration.Entry entry) {
        return Json.object()
                .put("key", entry.key())
                .put("from", entry.source().word())
                .set("value", entry.value());
    }

    private static String text(Configuration.Entry entry) {
        var value = entry.value();
        if (value == null) {
            return "-";
        }
        return value.isString() ? value.asString() : Json.write(value);
    }

    /// `parley config schema`
    @Command(
            name = "schema",
            description = "Print the JSON Schema of a file that you write, for your editor.",
            footer = {
                "",
                "parley config schema config > config.schema.json",
                "",
                "Name it in the file: \"$schema\": \"./config.schema.json\". Parley leaves that key alone."
            })
    final class Schema extends Subcommand {
        @Parameters(
                index = "0",
                arity = "0..1",
                paramLabel = "NAME",
                description =
                        "config, models, prices, provider, tool, agent or room; a list of them unless given.")
        private @Nullable String name;

        @Option(names = "--json", description = "Print the list as JSON; a schema always is.")
        private boolean asJson;

        Schema() {
            super(ConfigCommand.this.apps, ConfigCommand.this.console);
        }

        @Override
        public Integer call() {
            if (name != null) {
                console.printJson(FileSchemas.named(name).schema());
            } else if (asJson) {
                var list = Json.array();
                for (var one : FileSchemas.values()) {
                    list.addObject().put("name", one.id()).put("file", one.file());
                }
                console.printJson(list);
            } else {
                var table = new Table("NAME", "FILES");
                for (var one : FileSchemas.values()) {
                    table.row(one.id(), one.file());
                }
                table.print(console.out());
            }
            return 0;
        }
    }

    /// What the three that are about one setting have in common.
    abstract class OfOne extends Subcommand {
        @Parameters(index = "0", paramLabel = "SETTING", description = KEY)
        String key = "";

        @Option(names = "--json", description = "Print JSON.")
        boolean asJson;

        OfOne() {
            super(ConfigCommand.this.apps, ConfigCommand.this.console);
        }

        abstract Configuration.Entry entry(Configuration configuration);

        abstract String line(Configuration.Entry entry);

        @Override
        public Integer call() {
            var entry = entry(apps.get().configuration());
            if (asJson) {
                console.printJson(json(entry));
            } else {
                console.println(line(entry));
            }
            return 0;
        }

        String whole(Configuration.Entry entry) {
            var text = Visible.oneLine(text(entry));
            return entry.key() + " = " + text + " (" + entry.source().word() + ")";
        }
    }

    /// `parley config get`
    @Command(name = "get", description = "Print one value.")
    final class Get extends OfOne {
        @Override
        Configuration.Entry entry(Configuration configuration) {
            return configuration.get(key);
        }

        @Override
        String line(Configuration.Entry entry) {
            var text = text(entry);
            return ScreenStream.isScreen(console.out()) ? OutsideText.under(text) : text;
        }
    }

    /// `parley config set`
    @Command(name = "set", description = "Set a value in config.json. What else is there stays.")
    final class Set extends OfOne {
        @Parameters(
                index = "1",
                paramLabel = "VALUE",
                description = "A word or a number; a list or an object as JSON.")
        private String value = "";

        @Override
        Configuration.Entry entry(Configuration configuration) {
            return configuration.set(key, value);
        }

        @Override
        String line(Configuration.Entry entry) {
            return whole(entry);
        }
    }

    /// `parley config unset`
    @Command(name = "unset", description = "Take a value out of config.json.")
    final class Unset extends OfOne {
        @Override
        Configuration.Entry entry(Configuration configuration) {
            return configuration.unset(key);
        }

        @Override
        String line(Configuration.Entry entry) {
            return whole(entry);
        }
    }

    /// `parley config edit`
    @Command(
            name = "edit",
            description =
                    "Open config.json in $VISUAL or $EDITOR, and take it over if it is right.")
    final class Edit extends Subcommand {
        Edit() {
            super(ConfigCommand.this.apps, ConfigCommand.this.console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var app = apps.get();
            var configuration = app.configuration();
            var editor = app.editText();
            var before = configuration.text();
            var file = editor.begin("config", ".json", before);
            var text = editor.edit(file, () -> Interrupts.handle(() -> {}));
            if (!text.equals(before)) {
                try {
                    configuration.replace(file, text);
                } catch (Problem problem) {
                    throw new Problem(
                            problem.kind(),
                            problem.message(),
                            problem.remedy()
                                    + " config.json is as it was; what you wrote is in "
                                    + file);
                }
            }
            editor.done(file);
            console.println(
                    text.equals(before)
                            ? "Nothing was changed."
                            : "Changed " + configuration.file() + ".");
            return 0;
        }
    }
}
