package dev.parley.door.cli.server;

import dev.parley.base.resource.Version;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.RunningServer;
import dev.parley.door.mcp.LocalBackend;
import dev.parley.door.mcp.McpBackend;
import dev.parley.door.mcp.StdioDoor;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Serves one MCP client on standard input and output. Knows nothing of picocli: a client waits for
/// the list of tools. Calls go to a server that runs, so that everybody sees the same sessions and
/// jobs, else they are done here.
public final class McpStdio {
    private final Supplier<Program> apps;
    private final Console console;
    private final Path project;
    private @Nullable RunningServer server; // guarded by this
    private @Nullable McpBackend remote; // guarded by this
    private @Nullable McpBackend local; // guarded by this

    McpStdio(Supplier<Program> apps, Console console, Path project) {
        this.apps = apps;
        this.console = console;
        this.project = project;
    }

    /// `parley mcp` in its usual words.
    public static Optional<McpStdio> quickly(
            Supplier<Program> apps, Console console, List<String> words) {
        return words.isEmpty()
                ? Optional.of(new McpStdio(apps, console, Path.of("").toAbsolutePath()))
                : Optional.empty();
    }

    public Integer run() throws IOException, InterruptedException {
        new StdioDoor(console.out(), Version.current(), this::backend).run(console.in());
        return 0;
    }

    private synchronized McpBackend backend() throws InterruptedException {
        if (server != null && remote != null && server.isThere()) {
            return remote;
        }
        var found = RunningServer.find(apps.get(), null);
        if (found.isPresent()) {
            server = found.get();
            remote = server.mcp(project, apps.get().pass());
            return remote;
        }
        if (local == null) {
            local = new LocalBackend(apps.get().mcp(), project, apps.get().pass());
        }
        return local;
    }
}
