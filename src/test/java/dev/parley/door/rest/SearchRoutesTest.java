package dev.parley.door.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.testing.LiveServer;
import dev.parley.testing.StoredMachine;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;

class SearchRoutesTest {
    private static final String CLAUDE = "4977e079-78bf-4afb-82a6-674f2fb33cad";

    @TempDir Path directory;

    private LiveServer server;

    @BeforeEach
    void open() throws Exception {
        new StoredMachine(directory);
        server = new LiveServer(directory);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private JsonNode got(String path) throws Exception {
        var answer = server.get(path);
        assertEquals(200, answer.status(), path);
        return answer.json();
    }

    private void indexed() {
        server.app().historyVerbs().index().keep();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> got("/api/search?q=acme").path("isComplete").asBoolean());
    }

    @Test
    void answersBeforeAnythingIsIndexed() throws Exception {
        var empty = got("/api/search?q=acme");
        assertEquals(0, empty.path("total").asInt());
        assertEquals(false, empty.path("isComplete").asBoolean());
    }

    @Test
    void refusesWhatMakesNoSense() throws Exception {
        for (var path :
                List.of(
                        "/api/search",
                        "/api/search?q=%22open",
                        "/api/search?q=author:me",
                        "/api/search?q=x&limit=0",
                        "/api/search?q=x&offset=1001",
                        "/api/search?q=x&sort=mood",
                        "/api/sessions?q=after:soon")) {
            assertEquals(400, server.get(path).status(), path);
        }
    }

    @Test
    void findsWhatIsAppendedWhileTheServerRuns() throws Exception {
        indexed();
        assertEquals(0, got("/api/search?q=xylophone").path("hits").size());
        var file = directory.resolve(".claude/projects/-home-dev-acme/" + CLAUDE + ".jsonl");
        Files.writeString(
                file,
                "{\"type\":\"user\",\"uuid\":\"u-more\",\"timestamp\":\"2026-11-16T02:00:00Z\","
                        + "\"message\":{\"role\":\"user\",\"content\":\"play the xylophone\"}}\n",
                StandardOpenOption.APPEND);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> got("/api/search?q=xylophone").path("hits").size() == 1);
        var hit = got("/api/search?q=xylophone&sort=newest").path("hits").path(0);
        assertEquals("claude:" + CLAUDE, hit.path("key").asString());
        assertEquals("play the xylophone", hit.path("snippet").asString());
        assertEquals("[[9,18]]", hit.path("marks").toString());
        assertEquals("user", hit.path("role").asString());
        var event =
                got("/api/sessions/claude/"
                                + CLAUDE
                                + "?limit=1&after="
                                + (hit.path("sequenceNumber").asLong() - 1))
                        .path("events")
                        .path(0);
        assertEquals("play the xylophone", event.path("message").path("content").asString());
        var sessions = got("/api/sessions?q=xylophone").path("sessions");
        assertThat(sessions).hasSize(1);
        assertEquals("claude:" + CLAUDE, sessions.path(0).path("key").asString());
    }
}
