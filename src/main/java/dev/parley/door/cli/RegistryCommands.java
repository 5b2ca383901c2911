package dev.parley.door.cli;

import dev.parley.api.FunctionPolicy;
import dev.parley.api.HelperPolicy;
import dev.parley.api.RepositoryModel;
import dev.parley.base.json.Json;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.event.Permission;
import dev.parley.work.run.Durations;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// `parley models add` and `remove`: edit `models.json` without an editor.
final class RegistryCommands {
    private final Supplier<Program> apps;
    private final Console console;

    RegistryCommands(Supplier<Program> apps, Console console) {
        this.apps = apps;
        this.console = console;
    }

    List<Object> all() {
        return List.of(new Add(), new Remove(), new ModelTestCommand(apps, console));
    }

    /// `parley models add`
    @Command(
            name = "add",
            description = "Let an agent in a repository answer OpenAI clients under a name.",
            footer = {
                "",
                "parley models add acme --driver codex --repo ~/acme --permission edit --worktree",
                "parley models test acme \"what is this repository about?\""
            })
    final class Add implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "NAME", description = "The name clients ask for.")
        private String name = "";

        @Option(
                names = "--driver",
                required = true,
                paramLabel = "PROVIDER",
                description =
                        "The CLI that answers: claude, codex, gemini, opencode, kimi, qwen, demo.")
        private String driver = "";

        @Option(
                names = "--repo",
                required = true,
                paramLabel = "DIRECTORY",
                description = "Where the agent works.")
        private Path repository = Path.of("");

        @Option(
                names = "--agent-file",
                paramLabel = "FILE",
                description = "The file in it that goes above every task. Default: AGENTS.md.")
        private String agentFile = RepositoryModel.AGENT_FILE;

        @Option(
                names = "--model",
                paramLabel = "MODEL",
                description = "The model the CLI is told to use.")
        private @Nullable String model;

        @Option(
                names = "--permission",
                paramLabel = "MODE",
                description = "ask (the default), edit, plan or bypass.")
        private Permission permission = Permission.ASK;

        @Option(names = "--worktree", description = "Each call gets a git worktree of its own.")
        private boolean worktree;

        @Option(names = "--keep-worktree", description = "A worktree with changes in it stays.")
        private boolean keepWorktree;

        @Option(
                names = "--warm",
                description = "A live session answers, on a process that stays for the next call.")
        private boolean warm;

        @Option(
                names = "--tools",
                paramLabel = "RULE",
                description =
                        "map, ignore or refuse functions of the client. Default: map where the driver can.")
        private @Nullable FunctionPolicy tools;

        @Option(
                names = "--no-own-tools",
                description = "With functions of the client, the agent has no tools of its own.")
        private boolean noOwnTools;

        @Option(
                names = "--timeout",
                paramLabel = "TIME",
                description = "How long a call may take, such as 90s or 30m.")
        private @Nullable String timeout;

        @Option(
                names = "--max-concurrent",
                paramLabel = "N",
                description = "How many calls may run or wait at the same time.")
        private @Nullable Integer maxConcurrent;

        @Option(
                names = "--helpers",
                paramLabel = "RULE",
                description = "allow or deny new files the agent leaves in the repository.")
        private HelperPolicy.Helpers helpers = HelperPolicy.Helpers.ALLOW;

        @Option(names = "--commit-helpers", description = "Commit such files at once.")
        private boolean commitHelpers;

        @Option(names = "--replace", description = "Replace an entry of the same name.")
        private boolean replace;

        @Option(names = "--json", description = "Print the entry as JSON.")
        private boolean json;

        @Override
        public Integer call() {
            var models = apps.get().models();
            var entry = replace ? models.replace(name, agent()) : models.add(name, agent());
            if (json) {
                console.printJson(Json.object().set(name, entry));
            } else {
                console.println("Added " + name + ". Try it: parley models test " + name);
            }
            return 0;
        }

        private RepositoryModel agent() {
            return new RepositoryModel(
                    driver,
                    repository.toAbsolutePath().normalize().toString(),
                    agentFile,
                    model,
                    permission,
                    worktree,
                    keepWorktree,
                    timeout == null ? null : seconds(timeout),
                    maxConcurrent,
                    new HelperPolicy(helpers, commitHelpers),
                    warm,
                    tools,
                    noOwnTools ? false : null,
                    null,
                    List.of());
        }
    }

    /// A number that is too large stays too large, for models.json to refuse.
    private static Integer seconds(String time) {
        return (int) Math.min(Integer.MAX_VALUE, Durations.parse(time).toSeconds());
    }

    /// `parley models remove`
    @Command(name = "remove", description = "Take a name out of models.json.")
    final class Remove implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "NAME", description = "The name.")
        private String name = "";

        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Override
        public Integer call() {
            apps.get().models().remove(name);
            if (json) {
                console.printJson(Json.object().put("removed", name));
            } else {
                console.println("Removed " + name + ".");
            }
            return 0;
        }
    }
}
