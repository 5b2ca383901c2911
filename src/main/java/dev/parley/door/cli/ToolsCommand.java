package dev.parley.door.cli;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.cli.shared.Table;
import dev.parley.door.json.ToolJson;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// `parley tools`: what Parley offers to agents, and tools of the user's own.
@Command(
        name = "tools",
        description = "The tools that agents get from Parley, and your own ones.",
        synopsisSubcommandLabel = "[COMMAND]",
        footer = {
            "",
            "parley tools                      what agents in this directory get",
            "parley tools show create_ticket   what it is for, and its arguments",
            "parley tools test word_count --args '{\"text\":\"a b\"}'",
            "parley tools trust                use what this project declares, too",
            "",
            "Declare your own in tools/NAME.json of the config directory; docs/tools.md shows how.",
            "Which tools a session gets: \"tools\" in config.json, or --tools of parley chat and run."
        })
final class ToolsCommand extends Subcommand {
    @Mixin private final Look look = new Look();

    ToolsCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    /// Whose tools are meant, and how they are shown.
    private static final class Look {
        @Option(
                names = "--cwd",
                paramLabel = "DIR",
                description = "As agents in this directory see it. Default: here.")
        private Path cwd = Path.of("");

        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        Path place() {
            return absolute(cwd);
        }
    }

    List<Object> subcommands() {
        return List.of(new ListTools(), new Show(), new Test(), new Trust(), new Distrust());
    }

    @Override
    public Integer call() {
        return list(look.place(), look.json);
    }

    private int list(Path place, boolean asJson) {
        var tools = apps.get().tools().list(place);
        var notes = apps.get().tools().notes(place);
        if (asJson) {
            console.printJson(ToolJson.of(tools, notes));
            return 0;
        }
        var table =
                new Table("TOOL", "GROUP", "EFFECT", "WHO GETS IT", "FROM")
                        .whole(0)
                        .paths(4)
                        .spare(1, 4);
        tools.stream()
                .filter(tool -> tool.problem() == null)
                .forEach(tool ->
                        table.row(
                                tool.name(),
                                String.valueOf(tool.group()),
                                String.valueOf(tool.effect()),
                                tool.isUsual() ? "live sessions" : "who asks: --tools",
                                tool.file() == null ? "Parley" : tool.file()));
        table.print(console.out());
        tools.stream()
                .filter(tool -> tool.problem() != null)
                .forEach(tool ->
                        console.println(
                                "NOT USED: " + Visible.oneLine(String.valueOf(tool.problem()))));
        notes.forEach(note -> console.println("NOTE: " + Visible.oneLine(note)));
        return 0;
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    @Command(
            name = "list",
            description =
                    "List the tools: where each is from, what it does, who gets it; and files that are broken.")
    private final class ListTools implements Callable<Integer> {
        @Mixin private final Look look = new Look();

        @Override
        public Integer call() {
            return list(look.place(), look.json);
        }
    }

    @Command(name = "show", description = "Show one tool: what it is for, and its arguments.")
    private final class Show implements Callable<Integer> {
        @Parameters(paramLabel = "NAME", description = "The tool.")
        private String name = "";

        @Mixin private final Look look = new Look();

        @Override
        public Integer call() {
            var tool = apps.get().tools().get(name, look.place());
            if (look.json) {
                console.printJson(ToolJson.of(tool));
                return 0;
            }
            var out = console.out();
            out.println(tool.name() + " (" + tool.group() + ", " + tool.effect() + ")");
            out.println("from: " + (tool.file() == null ? "Parley" : tool.file()));
            out.println("live sessions here get it: " + (tool.isUsual() ? "yes" : "no"));
            out.println();
            console.outside(String.valueOf(tool.description()));
            out.println();
            console.printJson(tool.schema() == null ? Json.object() : tool.schema());
            return 0;
        }
    }

    @Command(
            name = "test",
            description =
                    "Call a tool as an agent would, and print what it answers. It really does what it does.",
            footer = {
                "",
                "Examples:",
                "  parley tools test list_tickets",
                "  parley tools test word_count --args '{\"text\":\"one two\"}'",
                "  echo '{\"text\":\"one two\"}' | parley tools test word_count --args -",
                "",
                "Exit codes: 0 it answered, 1 it answered with an error, 2 there is no such tool."
            })
    private final class Test implements Callable<Integer> {
        @Parameters(paramLabel = "NAME", description = "The tool.")
        private String name = "";

        @Option(
                names = "--args",
                paramLabel = "JSON",
                description =
                        "Its arguments, a JSON object; `-` reads it from standard input. Default: {}.")
        private String arguments = "{}";

        @Mixin private final Look look = new Look();

        @Override
        public Integer call() throws IOException, InterruptedException {
            var trial = apps.get().tools().test(name, read(), look.place());
            if (look.json) {
                console.printJson(ToolJson.of(trial));
            } else {
                var result = trial.result();
                Console.outside(result.isError() ? console.err() : console.out(), result.text());
                console.err()
                        .println(
                                "%s in %d ms"
                                        .formatted(
                                                result.isError() ? "an error" : "answered",
                                                trial.time().toMillis()));
            }
            return trial.result().isError() ? 1 : 0;
        }

        private JsonNode read() throws IOException {
            var text = arguments.equals("-") ? console.input() : arguments;
            return Json.parse(text)
                    .orElseThrow(() ->
                            Problem.invalid(
                                    "The arguments are no JSON.",
                                    "Write an object, such as --args '{\"text\":\"a b\"}'."));
        }
    }

    @Command(
            name = "trust",
            description = {
                "Use the tools that a project declares in .parley/tools, for sessions in it.",
                "They run with your rights whenever an agent calls them, and whoever can change",
                "those files, an agent with permission to edit included, can change what they do.",
                "Read them first. This is entered under \"trustedProjects\" in config.json."
            })
    private final class Trust implements Callable<Integer> {
        @Parameters(arity = "0..1", paramLabel = "DIR", description = "Default: here.")
        private @Nullable Path directory;

        @Option(names = "--json", description = "Print the tools there as JSON.")
        private boolean json;

        @Override
        public Integer call() {
            var place = absolute(directory == null ? Path.of("") : directory);
            var isNew = apps.get().tools().trust(place);
            console.err().println(place + (isNew ? " is trusted now." : " was trusted already."));
            return list(place, json);
        }
    }

    @Command(
            name = "distrust",
            description = "Use the tools of a project no longer; the opposite of trust.")
    private final class Distrust implements Callable<Integer> {
        @Parameters(arity = "0..1", paramLabel = "DIR", description = "Default: here.")
        private @Nullable Path directory;

        @Option(names = "--json", description = "Print the tools that are left there as JSON.")
        private boolean json;

        @Override
        public Integer call() {
            var place = absolute(directory == null ? Path.of("") : directory);
            var was = apps.get().tools().distrust(place);
            console.err()
                    .println(place + (was ? " is not trusted any more." : " was not trusted."));
            return json ? list(place, true) : 0;
        }
    }
}
