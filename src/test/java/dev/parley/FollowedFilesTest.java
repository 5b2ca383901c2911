package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.testing.ParleyServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// What a person writes while a server runs counts without a new start.
class FollowedFilesTest {
    private static final String PROFILE =
            """
            { "id": "mine", "name": "%s", "command": { "name": "/bin/echo" }, "home": { "path": "~/.mine" },
              "install": "write it",
              "oneShot": { "format": "TEXT", "start": ["%s"], "permissions": { "ask": {} } } }
            """;

    @TempDir Path home;

    private ParleyServer server;

    @BeforeEach
    void open() throws IOException {
        server = new ParleyServer(home, "TEXT", "echo hello");
        server.app().followFiles();
    }

    @AfterEach
    void close() {
        server.close();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(server.file("parley/config").resolve(name), text);
    }

    private String chat(String model) throws Exception {
        var text =
                "{\"model\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}"
                        .formatted(model);
        return server.send(server.posting("/v1/chat/completions", text)).body();
    }

    @Test
    void aNewProfileAnswersAndABrokenOneLeavesTheLast() throws Exception {
        assertThat(chat("mine")).contains("model_not_found");

        write("providers/mine.json", PROFILE.formatted("Mine", "first"));
        await().atMost(Duration.ofMinutes(2)).until(() -> chat("mine").contains("first"));

        write("providers/mine.json", PROFILE.formatted("Mine", "second"));
        await().atMost(Duration.ofMinutes(2)).until(() -> chat("mine").contains("second"));

        write("providers/mine.json", "{ \"id\": \"mine\", ");
        await().atMost(Duration.ofMinutes(2))
                .until(() ->
                        server.send(server.to("/api/doctor"))
                                .body()
                                .contains("mine.json is no valid JSON"));
        assertThat(chat("mine")).contains("second");
    }

    @Test
    void configCountsWhenItIsWrittenAndABrokenOneLeavesTheLast() throws Exception {
        write("config.json", "{\"openaiDirectory\": \"" + server.repository() + "\"}");
        write(
                "providers/here.json",
                PROFILE.formatted("Here", "x")
                        .replace("mine", "here")
                        .replace("/bin/echo", "/bin/pwd")
                        .replace("\"x\"", "\"-P\""));
        await().atMost(Duration.ofMinutes(2))
                .until(() -> chat("here").contains(server.repository().toString()));

        write(
                "config.json",
                "{\"openaiDirectory\": \"/tmp\", \"passEnvironment\": {\"nobody\": []}}");
        await().atMost(Duration.ofMinutes(2))
                .until(() -> server.send(server.to("/api/doctor")).body().contains("nobody"));
        assertThat(chat("here")).contains(server.repository().toString());
    }

    /// `config.json` and `models.json` name it, and everything else works.
    @Test
    void aBrokenProfileCostsNothingButItself() throws Exception {
        write("providers/mine.json", "{ \"id\": \"mine\", ");
        write(
                "config.json",
                "{\"providers\": {\"mine\": {\"enabled\": true}}, \"passEnvironment\": {\"mine\": [\"X\"]},"
                        + " \"models\": [{\"name\": \"m\", \"provider\": \"mine\"}]}");
        server.close();
        server = new ParleyServer(home, "TEXT", "echo hello");
        write(
                "models.json",
                "{\"acme\": {\"driver\": \"stub\", \"repoPath\": \"%s\"}, \"other\": {\"driver\": \"mine\", \"repoPath\": \"/\"}}"
                        .formatted(server.repository()));

        assertThat(chat("acme")).contains("hello");
        var run =
                server.send(
                        server.posting(
                                "/api/run",
                                "{\"provider\":\"mine\",\"prompt\":\"x\",\"cwd\":\"/\"}"));
        assertEquals(500, run.statusCode());
        assertThat(run.body()).contains("mine.json is no valid JSON");
    }
}
