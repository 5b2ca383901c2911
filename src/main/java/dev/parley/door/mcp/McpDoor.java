package dev.parley.door.mcp;

import dev.parley.api.ChainLink;
import dev.parley.base.problem.Problem;
import dev.parley.door.http.Request;
import dev.parley.door.http.Routes;
import dev.parley.tool.CallingClient;
import dev.parley.tool.McpFeatures;
import dev.parley.tool.McpServer;
import dev.parley.tool.ToolCall;
import dev.parley.tool.ToolCaller;
import dev.parley.tool.ToolRegistry;
import dev.parley.tool.Toolbox;
import dev.parley.tool.ToolboxTools;
import dev.parley.wire.ToolDefinition;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Parley's tools for MCP clients, whatever transport they come by.
public final class McpDoor {
    /// The owner of what a person's own clients begin.
    static final String USER = "user";

    /// What an agent of ours is known by: see [Chains].
    static final String PASS = "parley-pass";

    /// Where a client works: the protocol has no place for it.
    static final String PROJECT = "parley-project";

    static final String INSTRUCTIONS =
            "Parley knows the coding agents and the sessions on this machine. Ask other models for"
                    + " advice with consult_with, have other agents work with work_with, look for what was done before with"
                    + " search_project_history and list_sessions. A call that takes long answers"
                    + " with a job_id: ask for its result with poll_job.";

    private static final Duration PROGRESS_EVERY = Duration.ofSeconds(5);

    private final ToolCatalog catalog = new ToolCatalog();
    private final ToolRegistry registry = new ToolRegistry();
    private final McpVerbs verbs;
    private final McpPatience patience;
    private final McpServer server;

    /// @param version Parley's own
    public McpDoor(McpVerbs verbs, McpPatience patience, String version) {
        this.verbs = verbs;
        this.patience = patience;
        server = new McpServer(version);
        new HistoryTools(verbs).registerWith(registry, catalog);
        new AdviceTools(verbs).registerWith(registry, catalog);
        new WorkTools(verbs).registerWith(registry, catalog);
        var longOnes =
                registry.definitions().stream()
                        .map(ToolDefinition::name)
                        .filter(catalog::isLong)
                        .toList();
        new JobTools(verbs.jobs(), registry, longOnes).registerWith(catalog);
    }

    /// `/mcp` on the server.
    public void register(Routes routes) {
        new McpRoutes(server, this::client, PROGRESS_EVERY).register(routes);
    }

    private McpServer.Client client(Request http) {
        return client(
                http.header(PROJECT)
                        .map(value -> McpHeaders.decoded(PROJECT, value))
                        .flatMap(McpDoor::path),
                http.header(PASS));
    }

    private static Optional<Path> path(String text) {
        try {
            return Optional.of(Path.of(text)).filter(Path::isAbsolute).map(Path::normalize);
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }

    McpServer server() {
        return server;
    }

    /// A client of the user's own, or an agent of ours.
    ///
    /// @param project where it works
    /// @param pass what an agent of ours has
    /// @throws Problem when nobody has this pass
    McpServer.Client client(Optional<Path> project, Optional<String> pass) {
        var link = pass.map(this::link);
        var tools =
                new ToolboxTools(
                        new Toolbox(registry, catalog.names()),
                        client -> caller(client, project, link),
                        (_, _) -> new ToolCall.Moment("", 0),
                        patience::of);
        return new McpServer.Client(
                new McpFeatures(
                        INSTRUCTIONS,
                        tools,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(verbs.jobs()),
                        Optional.empty()),
                link.map(McpDoor::owner).orElse(USER),
                project.map(Path::toString).orElse(""),
                patience::of);
    }

    private String link(String pass) {
        try {
            return verbs.chains().present(pass).id();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.fault().causedBy(e);
        }
    }

    /// Whose jobs it can see.
    static String owner(String link) {
        return "agent " + link;
    }

    private static ToolCaller caller(
            CallingClient client, Optional<Path> project, Optional<String> link) {
        return new ToolCaller(client.name(), Optional.empty(), project.orElse(Path.of("")), link);
    }

    /// The same tools for an agent at work that may ask others.
    public ToolRegistry toolsFor(ChainLink link) {
        return new LentTools(registry, verbs.jobs(), link).registry();
    }
}
