package dev.parley.work.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.App;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.Permission;
import dev.parley.testing.Stub;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Tools of Parley's in a single turn, with a CLI that tells what it was told.
@Timeout(120)
class RunToolsTest {
    private static final String PROFILE =
            """
            { "id": "stub", "name": "Stub", "command": { "name": "%s" }, "home": { "path": "~/.stub" },
              "install": "write it",
              "oneShot": { "format": "PARLEY", "start": ["{options}"], "permissions": { "ask": {} },
                           "tools": { "arguments": ["--servers={file}"], "name": "their_{tool}", "patienceSeconds": 60,
                                      "file": { "url": "{url}", "token": "{token}" } } } }
            """;

    @TempDir Path directory;
    private App app;
    private final List<Event> events = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        var stub =
                Stub.script(
                        directory,
                        "stub",
                        """
                        file="${1#--servers=}"
                        if [ -n "$file" ]; then
                            cp "$file" "$HOME/seen.json"
                            stat -c %a "$file" > "$HOME/mode"
                        fi
                        echo '{"type":"tool.call","tool":{"callId":"c","name":"their_greet","arguments":{}}}'
                        echo '{"type":"tool.call","tool":{"callId":"d","name":"greet_other","arguments":{}}}'
                        echo '{"type":"message.assistant","message":{"role":"assistant","content":"hi"}}'
                        [ ! -e "$HOME/wait" ] || sleep 600
                        """);
        var config = Files.createDirectories(directory.resolve("parley/config"));
        Files.createDirectories(config.resolve("providers"));
        Files.createDirectories(config.resolve("tools"));
        Files.writeString(config.resolve("providers/stub.json"), PROFILE.formatted(stub));
        Files.writeString(
                config.resolve("tools/greet.json"),
                "{\"name\":\"greet\",\"description\":\"d\",\"command\":[\"echo\",\"hi\"]}");
        app =
                new App(
                        Map.of(
                                "PATH",
                                "/usr/bin:/bin",
                                "HOME",
                                directory.toString(),
                                "PARLEY_HOME",
                                directory.resolve("parley").toString()));
    }

    @AfterEach
    void close() {
        app.close();
    }

    private RunRequest request(String provider, String... tools) {
        return new RunRequest(
                "hello",
                provider,
                null,
                null,
                directory,
                List.of(),
                Permission.ASK,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(tools));
    }

    private Outcome run(String... tools) throws InterruptedException {
        return app.runs()
                .prepare(request("stub", tools))
                .play((Envelope envelope) -> events.add(envelope.event()));
    }

    private List<String> called() {
        return events.stream()
                .filter(Event.ToolCalled.class::isInstance)
                .map(event -> ((Event.ToolCalled) event).name())
                .toList();
    }

    private int knock() throws Exception {
        var seen = Json.parse(Files.readString(directory.resolve("seen.json"))).orElseThrow();
        try (var client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create(seen.path("url").asString()))
                                    .header(
                                            "Authorization",
                                            "Bearer " + seen.path("token").asString())
                                    .header("Content-Type", "application/json")
                                    .header("Accept", "application/json, text/event-stream")
                                    .POST(
                                            HttpRequest.BodyPublishers.ofString(
                                                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .statusCode();
        }
    }

    @Test
    void theFileIsPrivateAndGoneWithTheTurnAndSoIsTheSecret() throws Exception {
        assertEquals(EndReason.COMPLETED, run("greet").reason());

        assertThat(Files.readString(directory.resolve("mode"))).isEqualTo("600\n");
        try (var left = Files.list(directory.resolve("parley/data/scratch"))) {
            assertThat(left).isEmpty();
        }
        assertEquals(401, knock());
    }

    @Test
    void aToolOfOursHasItsOwnNameAndOthersKeepTheirs() throws Exception {
        run("greet");

        assertThat(called()).containsExactly("greet", "greet_other");
    }

    @Test
    void aTurnWithoutToolsIsToldNothing() throws Exception {
        run();

        assertThat(directory.resolve("seen.json")).doesNotExist();
        assertThat(called()).containsExactly("their_greet", "greet_other");
    }

    @Test
    void aTurnThatIsInterruptedTakesItsSecretWithIt() throws Exception {
        Files.createFile(directory.resolve("wait"));
        var turn =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                run("greet");
                            } catch (InterruptedException _) {
                                Thread.currentThread().interrupt();
                            }
                        });
        org.awaitility.Awaitility.await().until(() -> Files.exists(directory.resolve("mode")));
        assertEquals(200, knock());

        turn.interrupt();
        turn.join();

        assertEquals(401, knock());
    }

    @Test
    void whatIsWrongIsSaidBeforeAnythingStarts() {
        assertThatThrownBy(() -> app.runs().prepare(request("stub", "great")))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.remedy()).isEqualTo("Did you mean greet?"));
        assertThatThrownBy(() -> app.runs().prepare(request("demo", "greet")))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("takes no tools");
    }
}
