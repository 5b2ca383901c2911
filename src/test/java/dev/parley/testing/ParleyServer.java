package dev.parley.testing;

import dev.parley.App;
import dev.parley.base.json.Json;
import dev.parley.door.http.Doors;
import dev.parley.door.http.Token;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// Parley's server in this process, with a provider `stub` that is a shell script and a repository
/// `repo` in which the model `acme` works. The script finds the test's directory in `$HOME`.
public final class ParleyServer implements AutoCloseable {
    private static final String PROFILE =
            """
            { "id": "stub", "name": "Stub", "command": { "name": "%s" }, "home": { "path": "~/.stub" },
              "install": "write it",
              "oneShot": { "format": "%s", "start": ["run", "{options}"], "resume": ["resume", "{session}"],
                           "options": { "model": ["--model", "{model}"], "schema": ["--schema", "{schema:file}"],
                                        "image": ["--image={image}"] },
                           "permissions": { "ask": {}, "edit": { "arguments": ["--edit"] } } } }
            """;

    private final Path directory;
    private final App app;
    private final Doors doors;
    private final int port;
    private final String token;
    private final HttpClient client = HttpClient.newHttpClient();

    /// @param format how Parley reads the script's output: `TEXT` or `PARLEY`
    public ParleyServer(Path directory, String format, String script) throws IOException {
        this(directory, format, script, "/usr/bin:/bin");
    }

    /// @param path where Parley looks for programs
    public ParleyServer(Path directory, String format, String script, String path)
            throws IOException {
        this(directory, format, script, path, Map.of());
    }

    /// @param more variables Parley is started with
    public ParleyServer(
            Path directory, String format, String script, String path, Map<String, String> more)
            throws IOException {
        this.directory = directory.toRealPath();
        var stub = Stub.script(this.directory, "stub", script);
        var profiles = Files.createDirectories(this.directory.resolve("parley/config/providers"));
        Files.writeString(profiles.resolve("stub.json"), PROFILE.formatted(stub, format));
        Files.createDirectories(repository());
        declare(_ -> {});
        var environment = new HashMap<String, String>();
        environment.put("PATH", path);
        environment.put("HOME", this.directory.toString());
        environment.put("PARLEY_HOME", this.directory.resolve("parley").toString());
        environment.putAll(more);
        app = new App(environment);
        doors = app.newServer(0);
        port = doors.server().start();
        token = Token.in(app.directories().tokenFile()).value();
    }

    /// Writes `models.json` with the one model `acme`.
    public void declare(Consumer<ObjectNode> change) throws IOException {
        var acme = Json.object().put("driver", "stub").put("repoPath", repository().toString());
        change.accept(acme);
        write("{\"acme\": " + acme + "}");
    }

    public void write(String modelsJson) throws IOException {
        Files.writeString(directory.resolve("parley/config/models.json"), modelsJson);
    }

    public Path repository() {
        return directory.resolve("repo");
    }

    public Path file(String name) {
        return directory.resolve(name);
    }

    public App app() {
        return app;
    }

    public int port() {
        return port;
    }

    public String token() {
        return token;
    }

    /// A request with the token.
    public HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json");
    }

    public HttpResponse<String> send(HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    public HttpResponse<InputStream> open(HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    }

    public HttpRequest.Builder posting(String path, String body) {
        return to(path).POST(HttpRequest.BodyPublishers.ofString(body));
    }

    public JsonNode answer(HttpRequest.Builder request) throws IOException, InterruptedException {
        return Json.parse(send(request).body()).orElseThrow();
    }

    /// A POST on a bare socket, so that the test can hang up as it likes.
    public Socket dial(String path, String body) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        var text =
                String.join(
                        "\r\n",
                        "POST " + path + " HTTP/1.1",
                        "Host: 127.0.0.1",
                        "Authorization: Bearer " + token,
                        "Content-Type: application/json",
                        "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length,
                        "",
                        body);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    @Override
    public void close() {
        client.shutdownNow();
        doors.close();
        app.close();
    }
}
