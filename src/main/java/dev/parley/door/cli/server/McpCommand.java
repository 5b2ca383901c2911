package dev.parley.door.cli.server;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.work.install.InstallMcp;
import dev.parley.work.install.McpClient;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// `parley mcp`: Parley's tools for one MCP client, and how clients get to know of them.
@Command(
        name = "mcp",
        description =
                "Serve Parley's tools to an MCP client on standard input and output. Clients start"
                        + " this themselves.",
        synopsisSubcommandLabel = "[COMMAND]",
        footer = {
            "",
            "parley mcp install claude         enters Parley into Claude Code's settings",
            "parley mcp install codex --print  only shows what would be written",
            "parley mcp uninstall claude       takes it out again"
        })
public final class McpCommand extends Subcommand {
    public McpCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    public List<Object> subcommands() {
        return List.of(new Install(), new Uninstall());
    }

    @Override
    public Integer call() throws Exception {
        return new McpStdio(apps, console, Path.of("").toAbsolutePath()).run();
    }

    private static McpClient client(String id) {
        var known = Arrays.stream(McpClient.values()).map(McpClient::id).toList();
        return McpClient.find(id)
                .orElseThrow(() ->
                        Problem.invalid(
                                "Parley does not know the client \"" + id + "\".",
                                Closest.question(
                                        id, known, "Known are " + String.join(", ", known) + ".")));
    }

    private int change(InstallMcp.Plan plan, InstallMcp install, boolean isShown, boolean json) {
        if (json) {
            console.printJson(
                    Json.object()
                            .put("client", plan.client().id())
                            .put("file", plan.file().toString())
                            .put("changes", !plan.isNothing())
                            .put("written", !plan.isNothing() && !isShown)
                            .put("content", plan.shown()));
        } else {
            console.out().println("# " + plan.file());
            console.out()
                    .println(
                            plan.shown().isEmpty()
                                    ? "# without Parley's entry"
                                    : plan.shown().stripTrailing());
            console.out().flush();
        }
        if (plan.isNothing()) {
            console.err().println("Nothing changes: " + plan.file() + " says so already.");
        } else if (!isShown) {
            var backup = install.apply(plan);
            console.err()
                    .println(
                            "Written. Start "
                                    + plan.client().title()
                                    + " anew."
                                    + backup.map(path -> " The file before is " + path + ".")
                                            .orElse(""));
        }
        return 0;
    }

    @Command(
            name = "install",
            description = "Enter Parley into the configuration of a client.",
            footer = {
                "",
                "Clients: claude, codex, gemini, opencode, qwen, kimi, claude-desktop, vscode, zed.",
                "The file is shown, then written; the one before is kept beside it. A second run"
                        + " changes nothing."
            })
    final class Install implements Callable<Integer> {
        @Parameters(paramLabel = "CLIENT", description = "The client.")
        private String client = "";

        @Option(names = "--print", description = "Only show what would be written.")
        private boolean isShown;

        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Override
        public Integer call() {
            var install = apps.get().installMcp();
            return change(install.install(client(client)), install, isShown, json);
        }
    }

    @Command(
            name = "uninstall",
            description = "Take Parley out of the configuration of a client.",
            footer = {"", "What else is in the file stays as it is."})
    final class Uninstall implements Callable<Integer> {
        @Parameters(paramLabel = "CLIENT", description = "The client.")
        private String client = "";

        @Option(names = "--print", description = "Only show what would be written.")
        private boolean isShown;

        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Override
        public Integer call() {
            var install = apps.get().installMcp();
            return change(install.uninstall(client(client)), install, isShown, json);
        }
    }
}
