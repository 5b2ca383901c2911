package dev.parley.door.cli;

import dev.parley.App;
import dev.parley.door.http.Token;
import dev.parley.json.Json;
import dev.parley.problem.Problem;
import dev.parley.process.Executables;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// `parley up`: the server, in the foreground.
@Command(
        name = "up",
        description =
                "Start Parley on 127.0.0.1 and print the link to open. Ctrl-C stops it and everything it runs.",
        footer = {
            "",
            "GET /healthz answers as soon as it is ready. Programs use the token in the data directory:",
            "  curl -H \"Authorization: Bearer $(cat ~/.local/share/parley/token)\" http://127.0.0.1:4780/api/providers"
        })
final class UpCommand implements Callable<Integer> {
    private final Supplier<App> apps;
    private final Console console;

    @Option(names = "--port", paramLabel = "PORT", description = "Where to listen. Default: 4780.")
    private @Nullable Integer port;

    @Option(names = "--no-open", description = "Do not open the browser.")
    private boolean noOpen;

    UpCommand(Supplier<App> apps, Console console) {
        this.apps = apps;
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        var app = apps.get();
        var wanted = port == null ? app.config().portOrDefault() : port;
        try (var doors = app.newServer(wanted)) {
            var listening = doors.server().start();
            show("Parley is running.", "http://127.0.0.1:" + listening + doors.gate().newLink());
            warnOfMissing(app);
            doors.server().join();
            return 0;
        } catch (Problem problem) {
            var running =
                    problem.kind() == Problem.Kind.BUSY
                            ? linkOfRunning(app, wanted)
                            : Optional.<String>empty();
            if (running.isEmpty()) {
                throw problem;
            }
            show("Parley is running already.", running.get());
            return 0;
        }
    }

    private void show(String state, String link) {
        console.out().println(state);
        console.out().println("Open " + link);
        console.out().flush();
        if (!noOpen && console.isInteractive()) {
            openBrowser(link);
        }
    }

    /// One line for what a newcomer may be missing; asks no CLI anything, so it costs nothing.
    private void warnOfMissing(App app) {
        var missing = new ArrayList<String>();
        for (var profile : app.providers().all()) {
            if (!app.installations().isThere(profile)) {
                missing.add(profile.id());
            }
        }
        if (!missing.isEmpty()) {
            console.out()
                    .println(
                            "Not installed: "
                                    + String.join(", ", missing)
                                    + ". `parley doctor` says how to get them.");
            console.out().flush();
        }
    }

    /// A Parley that already has the port gives us a link, if it is ours.
    private Optional<String> linkOfRunning(App app, int wanted) throws InterruptedException {
        var base = "http://127.0.0.1:" + wanted;
        var token = Token.in(app.directories().tokenFile());
        var request =
                HttpRequest.newBuilder(URI.create(base + "/api/links"))
                        .timeout(Duration.ofSeconds(2))
                        .header("Authorization", "Bearer " + token.value())
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{}"))
                        .build();
        try (var client = HttpClient.newHttpClient()) {
            var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            return Json.parseObject(answer.body())
                    .filter(_ -> answer.statusCode() == 200)
                    .map(json -> base + json.path("path").asString("/"));
        } catch (IOException _) {
            return Optional.empty(); // some other program has the port
        }
    }

    private static void openBrowser(String link) {
        var path = System.getenv().getOrDefault("PATH", "");
        for (var opener : List.of("xdg-open", "open")) {
            var program = Executables.find(opener, path);
            if (program.isPresent()) {
                try {
                    new ProcessBuilder(program.get().toString(), link)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
                } catch (IOException _) {
                    // The link is on the screen.
                }
                return;
            }
        }
    }
}
