package dev.parley;

import dev.parley.base.disk.FileTree;
import dev.parley.base.json.Json;
import dev.parley.door.http.Token;
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
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/// Does once what Parley does most, so that the JDK can record it in a start-up cache. The launcher
/// runs it after a build.
public final class Training {
    private Training() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        var home = Files.createTempDirectory("parley-training");
        var here = home.toString();
        // No CLI is found on this path but the demo agent, which is Parley itself.
        var environment = Map.of("PARLEY_HOME", here, "PATH", "/usr/bin:/bin", "HOME", here);
        TrainingSessions.write(home);
        try (var app = new App(environment)) {
            command(app, "--version");
            command(app, "run", "--help");
            command(app, "models", "--json");
            command(app, "run", "--provider", "demo", "--cwd", here, "think and use a tool");
            command(app, "run", "--provider", "demo", "--cwd", here, "--json", "hello");
            command(app, "sessions");
            command(app, "usage");
            command(app, "show", "claude:training");
            command(app, "search", "error");
            Main.run(client(), nowhere(), nowhere(), false, () -> app, "mcp");
            DemoAgent.run(hello(), nowhere(), nowhere(), environment, List.of("--one-shot"));
            serve(app);
        } finally {
            FileTree.delete(home);
        }
    }

    private static void command(App app, String... args) {
        command(app, nowhere(), args);
    }

    private static void command(App app, PrintStream out, String... args) {
        Main.run(hello(), out, nowhere(), false, () -> app, args);
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

    /// The whole way of `parley up`, from its command line to a run of the demo agent.
    private static void serve(App app) throws IOException, InterruptedException {
        var out = new PipedOutputStream();
        var printed =
                new BufferedReader(
                        new InputStreamReader(new PipedInputStream(out), StandardCharsets.UTF_8));
        var server = Thread.ofPlatform().start(() -> up(app, out));
        try (var client = HttpClient.newHttpClient()) {
            var link = link(printed);
            for (var path : List.of("/healthz", "/", "/api/models", link.toString())) {
                send(client, HttpRequest.newBuilder(link.resolve(path)));
            }
            var token = Token.in(app.directories().tokenFile());
            var run =
                    Json.object()
                            .put("provider", "demo")
                            .put("prompt", "think and use a tool")
                            .put("cwd", app.directories().data().toString());
            send(
                    client,
                    HttpRequest.newBuilder(link.resolve("/api/run"))
                            .header("Authorization", "Bearer " + token.value())
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(Json.write(run))));
        } finally {
            server.interrupt();
            server.join();
        }
    }

    private static void up(App app, OutputStream out) {
        // Closed however it ends: whoever waits for the link then learns that there is none.
        try (var printer = new PrintStream(out, true, StandardCharsets.UTF_8)) {
            command(app, printer, "up", "--no-open", "--port", "0");
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

    private static void send(HttpClient client, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        client.send(request.build(), HttpResponse.BodyHandlers.discarding());
    }
}
