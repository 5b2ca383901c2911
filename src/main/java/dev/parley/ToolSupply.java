package dev.parley;

import dev.parley.base.resource.Version;
import dev.parley.config.ConfigFile;
import dev.parley.door.mcp.SessionToolsServer;
import dev.parley.session.ToolDelivery;
import dev.parley.session.ToolSource;
import dev.parley.tool.ToolRegistry;
import dev.parley.tool.own.OwnTools;
import dev.parley.tool.own.ToolMaker;
import dev.parley.tool.own.ToolSettings;
import dev.parley.tool.server.ToolServers;
import dev.parley.work.AgentTools;
import dev.parley.work.run.RunTools;
import dev.parley.work.run.Scratch;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Which tools agents can have, and how each kind of agent gets them, wired by hand.
final class ToolSupply implements AutoCloseable {
    private final ConfigFile config;
    private final UnaryOperator<Path> repositoryOf;
    private final ToolMaker maker;
    private final OwnTools catalog;
    private final SessionToolsServer server;
    private final AgentTools agents;
    private final ToolServers servers;
    private final ToolSource sessions;

    /// @param tickets the tools of the board
    /// @param repositoryOf the repository that a worktree of ours belongs to; others stay the same
    ToolSupply(Machine machine, ToolRegistry tickets, UnaryOperator<Path> repositoryOf) {
        config = machine.configFile();
        var directories = machine.directories();
        this.repositoryOf = repositoryOf;
        maker =
                new ToolMaker(
                        machine.supervisor(),
                        machine.environment(),
                        machine.config().outputLimit());
        catalog =
                new OwnTools(
                        Map.of("tickets", tickets),
                        directories.tools(),
                        maker::make,
                        this::settings,
                        repositoryOf,
                        machine.clock());
        catalog.check(directories.configFile().toString());
        server = new SessionToolsServer(machine.clock());
        agents = new AgentTools(Version.current(), this::address, machine.clock());
        servers = new ToolServers(machine.supervisor(), machine.environment(), Version.current());
        sessions =
                new ToolSource(
                        catalog, Optional.of(new ToolDelivery(agents, directories.toolSettings())));
    }

    private URI address() {
        return server.open(agents);
    }

    /// As they are now: a project that is trusted from now on needs no new start.
    private ToolSettings settings() {
        var now = config.current();
        var projects = new HashMap<Path, List<String>>();
        now.projects()
                .forEach((project, its) -> {
                    if (its.tools() != null) {
                        projects.put(Path.of(project), its.tools());
                    }
                });
        return new ToolSettings(
                now.tools(), projects, now.trustedProjects().stream().map(Path::of).toList());
    }

    OwnTools catalog() {
        return catalog;
    }

    ToolSource forSessions() {
        return sessions;
    }

    /// Those that agents bring along.
    ToolServers servers() {
        return servers;
    }

    RunTools forRuns(Scratch scratch) {
        return new RunTools(catalog, agents, scratch, repositoryOf);
    }

    @Override
    public void close() {
        servers.close();
        maker.close();
        server.close();
    }
}
