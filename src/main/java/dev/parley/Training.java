package dev.parley;

import dev.parley.base.disk.FileTree;
import dev.parley.base.log.LogSettings;
import dev.parley.provider.demo.DemoAgent;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Does once what Parley does most, so that the JDK can record it in a start-up cache. There are
/// two: `quick` has the commands that a person waits for, `all` also has every door of a server.
/// The launcher makes each before it needs it.
public final class Training {
    private final Path home;
    private final Map<String, String> environment;
    private final List<String> failures = new ArrayList<>();

    private Training(Path home) {
        this.home = home;
        // No CLI is found on this path but the demo agent, which is Parley itself.
        environment =
                Map.of(
                        "PARLEY_HOME", home.toString(),
                        "PATH", "/usr/bin:/bin",
                        "HOME", home.toString());
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        System.setProperty("java.util.logging.config.class", LogSettings.class.getName());
        run(args.length > 0 && args[0].equals("quick")).forEach(System.err::println);
        System.exit(0); // nothing that was begun has to be waited for
    }

    /// What did not go as it should. Whatever else there is was recorded nevertheless.
    static List<String> run(boolean isQuick) throws IOException, InterruptedException {
        var training = new Training(Files.createTempDirectory("parley-training").toRealPath());
        try {
            TrainingFiles.write(training.home);
            if (isQuick) {
                training.quick();
            } else {
                training.all();
            }
        } finally {
            FileTree.delete(training.home);
        }
        return training.failures;
    }

    private void quick() throws IOException, InterruptedException {
        try (var app = new App(environment)) {
            commands(app);
            // In a process of its own: what only a server needs must not be recorded. Neither must
            // Lucene, so nothing is searched without one.
            var server = server();
            try (var printed = server.inputReader(StandardCharsets.UTF_8)) {
                link(printed);
                asking(app);
                command(app, "stop");
            } finally {
                server.destroy();
            }
        }
    }

    private Process server() throws IOException {
        var builder =
                new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "up",
                        "--no-open",
                        "--port",
                        "0");
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }

    private void all() throws IOException, InterruptedException {
        try (var app = new App(environment)) {
            commands(app);
            command(app, "search", "error");
            Main.run(client(), nowhere(), nowhere(), false, () -> app, "mcp");
            serve(app);
        }
    }

    /// What needs no server.
    private void commands(App app) {
        var here = home.toString();
        command(app, "--version");
        command(app, "run", "--help");
        command(app, "doctor");
        command(app, "models");
        command(app, "models", "--json");
        command(app, "run", "--provider", "stub", "--cwd", here, "hello");
        command(app, "run", "--provider", "stub", "--cwd", here, "--json", "hello");
        past(app);
        DemoAgent.run(hello(), nowhere(), nowhere(), environment, List.of("--one-shot"));
    }

    /// What tells of sessions, with a server and without.
    private void past(App app) {
        command(app, "sessions");
        command(app, "sessions", "--json");
        command(app, "usage");
        command(app, "usage", "--json");
        command(app, "show", "claude:training");
        command(app, "show", "--json", "codex:00000000");
        command(app, "tickets");
        command(app, "worktrees");
    }

    /// What asks a server that runs.
    private void asking(App app) {
        command(app, "status");
        command(app, "approvals");
        command(app, "search", "error");
        command(app, "search", "--json", "\"an error\"");
        past(app);
    }

    private void command(App app, String... args) {
        command(app, nowhere(), args);
    }

    private void command(App app, PrintStream out, String... args) {
        var code = Main.run(hello(), out, nowhere(), false, () -> app, args);
        if (code != 0) {
            failures.add(String.join(" ", args) + " ended with " + code);
        }
    }

    /// What an MCP client says first, in both eras, and a call.
    private static ByteArrayInputStream client() {
        var lines =
                """
                {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}
                {"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}
                {"jsonrpc":"2.0","id":3,"method":"tools/list"}
                {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"list_sessions"}}
                """;
        return new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8));
    }

    private static ByteArrayInputStream hello() {
        return new ByteArrayInputStream("hello".getBytes(StandardCharsets.UTF_8));
    }

    private static PrintStream nowhere() {
        return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    }

    /// The whole way of `parley up`, from its command line to what is asked of it.
    private void serve(App app) throws IOException, InterruptedException {
        var out = new PipedOutputStream();
        var printed =
                new BufferedReader(
                        new InputStreamReader(new PipedInputStream(out), StandardCharsets.UTF_8));
        var server = Thread.ofPlatform().start(() -> up(app, out));
        try (var visit = new TrainingVisit(link(printed), app, home, failures)) {
            visit.all();
            asking(app);
            Main.run(client(), nowhere(), nowhere(), false, () -> app, "mcp");
        } finally {
            server.interrupt();
            server.join();
        }
    }

    private void up(App app, OutputStream out) {
        // Closed however it ends: whoever waits for the link then learns that there is none.
        try (var printer = new PrintStream(out, true, StandardCharsets.UTF_8)) {
            var args = new String[] {"up", "--no-open", "--port", "0"};
            Main.run(hello(), printer, nowhere(), false, () -> app, args);
        }
    }

    private static URI link(BufferedReader printed) throws IOException {
        for (var line = printed.readLine(); line != null; line = printed.readLine()) {
            if (line.startsWith("Open ")) {
                return URI.create(line.substring("Open ".length()));
            }
        }
        throw new IOException("The server did not start");
    }
}
