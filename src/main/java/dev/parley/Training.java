package dev.parley;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;

/// Does once what Parley does most, so that the JDK can record it in a start-up cache. The launcher
/// runs it after a build: `Training short` for commands, `Training server` for `parley up`.
public final class Training {
    private Training() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        var home = Files.createTempDirectory("parley-training");
        // No CLI is found on this path but the demo agent, which is Parley itself.
        var environment =
                Map.of(
                        "PARLEY_HOME",
                        home.toString(),
                        "PATH",
                        "/usr/bin:/bin",
                        "HOME",
                        home.toString());
        try (var app = new App(environment)) {
            if (args.length == 1 && args[0].equals("server")) {
                serve(app);
            } else {
                command(app, "--version");
                command(app, "run", "--help");
                command(app, "models", "--json");
                command(
                        app,
                        "run",
                        "--provider",
                        "demo",
                        "--cwd",
                        home.toString(),
                        "think and use a tool");
                command(
                        app,
                        "run",
                        "--provider",
                        "demo",
                        "--cwd",
                        home.toString(),
                        "--json",
                        "hello");
                command(app, "demo-agent", "--one-shot");
            }
        } finally {
            delete(home);
        }
    }

    private static void command(App app, String... args) {
        var nowhere =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        var in = new ByteArrayInputStream("hello".getBytes(StandardCharsets.UTF_8));
        Main.run(in, nowhere, nowhere, false, () -> app, args);
    }

    private static void serve(App app) throws IOException, InterruptedException {
        try (var doors = app.newServer(0);
                var client = HttpClient.newHttpClient()) {
            var port = doors.server().start();
            for (var path : new String[] {"/healthz", "/", "/api/models", doors.gate().newLink()}) {
                var request =
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                .build();
                client.send(request, HttpResponse.BodyHandlers.discarding());
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
