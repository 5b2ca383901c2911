package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.testing.ParleyProcess;
import dev.parley.testing.Processes;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A native session has one writer, over all processes and doors: a server with live sessions, and
/// commands beside it.
class OneWriterTest {
    private static final String STAYS = "sleep 600";

    @TempDir Path directory;
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        client.shutdownNow();
    }

    private record Answer(int status, JsonNode json) {}

    private ParleyProcess server() throws IOException {
        return new ParleyProcess(directory, "", "{}", "up", "--no-open", "--port", "0");
    }

    private ParleyProcess command(String... args) throws IOException {
        return new ParleyProcess(directory, "", "{}", args);
    }

    private Answer post(ParleyProcess server, int port, String path, String body) throws Exception {
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .header("Authorization", "Bearer " + server.token())
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build();
        var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        return new Answer(answer.statusCode(), Json.parse(answer.body()).orElseGet(Json::object));
    }

    private JsonNode get(ParleyProcess server, int port, String path) throws Exception {
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .header("Authorization", "Bearer " + server.token())
                        .build();
        var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        return Json.parse(answer.body()).orElseGet(Json::object);
    }

    /// The id of the demo agent's only session, once it has begun.
    private String onlySession() {
        var sessions = directory.resolve(".local/share/parley-demo/sessions");
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> Files.isDirectory(sessions) && !names(sessions).isEmpty());
        return names(sessions).getFirst();
    }

    private static List<String> names(Path sessions) {
        var names = new ArrayList<String>();
        try (var files = Files.newDirectoryStream(sessions, "*.jsonl")) {
            files.forEach(file -> names.add(file.getFileName().toString().replace(".jsonl", "")));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return names;
    }

    private static boolean hasClaim(Path directory) throws IOException {
        try (var files = Files.newDirectoryStream(directory, "*.json")) {
            return files.iterator().hasNext();
        }
    }

    private String run(int exitCode, String... args) throws Exception {
        try (var command = command(args)) {
            var output = new String(command.process().getInputStream().readAllBytes());
            assertEquals(exitCode, command.process().waitFor(), output);
            return output;
        }
    }

    @Test
    void aSessionThatIsLiveIsRefusedAtEveryDoorUntilItIsClosed() throws Exception {
        try (var server = server()) {
            var port = server.awaitPort();
            var live =
                    post(
                            server,
                            port,
                            "/api/live",
                            "{\"provider\":\"demo\",\"cwd\":\"%s\",\"prompt\":\"brief\"}"
                                    .formatted(directory));
            var id = live.json().path("id").asString();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() ->
                            get(server, port, "/api/live/" + id)
                                    .path("state")
                                    .asString()
                                    .equals("idle"));
            var key = "demo:" + get(server, port, "/api/live/" + id).path("nativeId").asString();

            assertThat(run(5, "run", "--resume", key, "brief"))
                    .contains(key + " is in use", "parley chat --resume " + id)
                    .doesNotContain("Turn");
            var body = "{\"resume\":\"%s\",\"cwd\":\"%s\",\"prompt\":\"brief\"}";
            assertEquals(
                    409, post(server, port, "/api/run", body.formatted(key, directory)).status());

            post(server, port, "/api/live/" + id + "/actions", "{\"type\":\"close\"}");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() ->
                            get(server, port, "/api/live/" + id)
                                    .path("state")
                                    .asString()
                                    .equals("completed"));
            assertThat(run(0, "run", "--resume", key, "brief")).contains("Turn 2");
        }
    }

    @Test
    void aSessionThatARunWritesToCannotBecomeLiveUntilTheRunIsOver() throws Exception {
        try (var server = server();
                var running = command("run", "--provider", "demo", STAYS)) {
            var port = server.awaitPort();
            var key = "demo:" + onlySession();
            var body =
                    "{\"resume\":\"%s\",\"cwd\":\"%s\",\"prompt\":\"brief\"}"
                            .formatted(key, directory);
            Awaitility.await("its name is known with its first event")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> {
                        var claims = running.home().resolve("data/writers");
                        return Files.isDirectory(claims) && hasClaim(claims);
                    });
            var refused = post(server, port, "/api/live", body);
            assertEquals(409, refused.status(), refused.json().toString());
            assertThat(refused.json().path("title").asString())
                    .contains("a turn of it is running", "process " + running.process().pid());
            assertEquals(409, post(server, port, "/api/run", body).status());
            assertThat(run(5, "run", "--resume", key, "brief")).contains("is in use");

            // A run that was killed writes no more.
            running.signal("KILL");
            Processes.awaitEnd(running.process().pid());
            var live = post(server, port, "/api/live", body);
            assertEquals(2, live.status() / 100, live.json().toString());
            assertThat(run(5, "run", "--resume", key, "brief")).contains("is live in Parley");
        }
    }
}
