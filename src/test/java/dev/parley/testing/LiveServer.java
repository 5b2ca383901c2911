package dev.parley.testing;

import dev.parley.App;
import dev.parley.base.json.Json;
import dev.parley.door.http.Doors;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// All of Parley in this process: its doors on a free port, a clean home, the demo agent.
public final class LiveServer implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final Path directory;
    private final Map<String, String> environment;
    private final App app;
    private final Doors doors;
    private final int port;
    private final String token;

    public LiveServer(Path directory) {
        this(directory, Map.of());
    }

    public LiveServer(Path directory, Map<String, String> more) {
        try {
            this.directory = directory.toRealPath();
            environment = new HashMap<>();
            environment.put("PATH", "/usr/bin:/bin");
            environment.put("HOME", this.directory.toString());
            environment.put("SHELL", "/bin/sh");
            environment.put("PARLEY_DEMO_HOME", this.directory.resolve("demo").toString());
            environment.putAll(more);
            app = new App(environment);
            doors = app.newServer(0);
            port = doors.server().start();
            token = Files.readString(app.directories().tokenFile()).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public App app() {
        return app;
    }

    /// For a second Parley on the same machine.
    public Map<String, String> environment() {
        return environment;
    }

    public Path directory() {
        return directory;
    }

    /// Every method and pattern it answers.
    public List<String> addresses() {
        return doors.routes().addresses();
    }

    public int port() {
        return port;
    }

    public String token() {
        return token;
    }

    public HttpClient client() {
        return client;
    }

    /// A WebSocket that has said hello.
    public SocketClient greeted() throws InterruptedException {
        var socket = SocketClient.open(client, port);
        socket.send("{\"type\":\"hello\",\"version\":1,\"token\":\"" + token + "\"}");
        socket.hear("hello");
        return socket;
    }

    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Authorization", "Bearer " + token);
    }

    /// An answer's status and its JSON.
    public record Answer(int status, JsonNode json) {
        public String title() {
            return json.path("title").asString("");
        }

        public String detail() {
            return json.path("detail").asString("");
        }
    }

    public Answer get(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    public Answer delete(String path) throws IOException, InterruptedException {
        return send(request(path).DELETE());
    }

    public Answer post(String path, String body) throws IOException, InterruptedException {
        return send(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
        var answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Answer(answer.statusCode(), Json.parse(answer.body()).orElseGet(Json::object));
    }

    @Override
    public void close() {
        client.shutdownNow();
        doors.close();
        app.close();
    }
}
