package dev.parley.door.cli.room;

import dev.parley.api.Agent;
import dev.parley.api.AgentInfo;
import dev.parley.api.ToolServer;
import dev.parley.base.json.Json;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.Table;
import dev.parley.door.json.RoomJson;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/// The agents that rooms are made of.
final class RoomAgents {
    private RoomAgents() {}

    /// `parley room agents`
    @Command(
            name = "agents",
            description =
                    "The agents there are: files in agents/ of the configuration, and records.")
    static final class Agents extends RoomSubcommand {
        Agents(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var all = rooms().agents().list();
            if (json) {
                console.printJson(RoomJson.list(all, RoomJson::of));
                return 0;
            }
            if (all.isEmpty()) {
                console.err()
                        .println("No agents. `parley room agent NAME --provider …` makes one.");
                return 0;
            }
            var table =
                    new Table("AGENT", "PROVIDER", "MODEL", "SOURCE", "INSTRUCTIONS")
                            .paths(3)
                            .spare(2, 3)
                            .styled(apps.get()::colour, 1);
            for (AgentInfo info : all) {
                var agent = info.agent();
                table.row(
                        agent.name(),
                        agent.provider() == null ? "" : agent.provider(),
                        agent.model() == null ? "" : agent.model(),
                        info.source(),
                        agent.instructions());
            }
            table.print(console.out());
            return 0;
        }
    }

    /// `parley room agent`
    @Command(
            name = "agent",
            description =
                    "Make an agent, change what is named of one, or delete one with --delete.",
            footer = {
                "",
                "parley room agent ada --provider codex --instructions \"You are a sceptic.\"",
                "parley room agent ada --provider codex --mcp docs=\"npx -y some-mcp-server\"",
                "parley room agent ada --delete"
            })
    static final class MakeAgent extends RoomSubcommand {
        @Parameters(index = "0", paramLabel = "AGENT", description = "Its name, as in @name.")
        private String name = "";

        @Option(
                names = "--provider",
                paramLabel = "PROVIDER",
                description = "The CLI that answers.")
        private @Nullable String provider;

        @Option(
                names = "--model",
                paramLabel = "MODEL",
                description = "The model; without a provider, an API that has it answers first.")
        private @Nullable String model;

        @Option(names = "--instructions", paramLabel = "TEXT", description = "Who it is.")
        private @Nullable String instructions;

        @Option(names = "--avatar", paramLabel = "CHARACTER", description = "Beside its name.")
        private @Nullable String avatar;

        @Option(
                names = "--tool",
                paramLabel = "TOOL",
                description = "A tool of Parley's that it may call; repeat for more.")
        private @Nullable List<String> tools;

        @Option(names = "--effort", paramLabel = "LEVEL", description = "How much it is to think.")
        private @Nullable String effort;

        @Option(
                names = "--home",
                paramLabel = "own|user",
                description = "Whether its CLI sees your own settings. Default: own, it does not.")
        private @Nullable String home;

        @Option(
                names = "--mcp",
                paramLabel = "NAME=SERVER",
                description = "An MCP server of its own: a command or an address; repeat for more.")
        private @Nullable Map<String, String> servers;

        @Option(names = "--delete", description = "Delete it.")
        private boolean delete;

        MakeAgent(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            if (delete) {
                rooms().agents().delete(name);
                if (json) {
                    console.printJson(Json.object().put("deleted", name));
                } else {
                    console.println("Deleted " + Visible.oneLine(name) + ".");
                }
                return 0;
            }
            var made = rooms().agents().put(wanted());
            if (json) {
                console.printJson(RoomJson.of(made));
            } else {
                console.println("The agent " + Visible.oneLine(name) + " is there.");
            }
            return 0;
        }

        /// What is not named stays as it is. Another CLI or model answers in place of both.
        private Agent wanted() throws InterruptedException {
            var before =
                    rooms().agents().list().stream()
                            .map(AgentInfo::agent)
                            .filter(agent -> agent.name().equals(name))
                            .findFirst()
                            .orElse(Agent.ofModel(null, name, ""));
            var isAnswererNamed = provider != null || model != null;
            return new Agent(
                    name,
                    instructions == null ? before.instructions() : instructions,
                    isAnswererNamed ? provider : before.provider(),
                    isAnswererNamed ? model : before.model(),
                    avatar == null ? before.avatar() : avatar,
                    tools == null ? before.tools() : tools,
                    effort == null ? before.effort() : effort,
                    home == null ? before.home() : home,
                    servers == null ? before.mcpServers() : servers(servers));
        }

        private static Map<String, ToolServer> servers(Map<String, String> named) {
            var all = new TreeMap<String, ToolServer>();
            named.forEach((server, where) -> all.put(server, ToolServer.of(where)));
            return all;
        }
    }
}
