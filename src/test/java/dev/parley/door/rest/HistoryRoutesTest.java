package dev.parley.door.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
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
import java.util.ArrayList;
import java.util.List;

class HistoryRoutesTest {
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

    private void indexed() {
        server.app().historyVerbs().index().keep();
        await().atMost(Duration.ofMinutes(1)).until(() -> server.app().history().isComplete());
    }

    private JsonNode got(String path) throws Exception {
        var answer = server.get(path);
        assertEquals(200, answer.status(), path);
        return answer.json();
    }

    @Test
    void answersBeforeAnythingIsIndexed() throws Exception {
        var empty = got("/api/sessions");
        assertEquals(0, empty.path("total").asInt());
        assertEquals(false, empty.path("isComplete").asBoolean());
        assertEquals(0, got("/api/usage").path("usage").size());
        assertEquals(404, server.get("/api/sessions/claude/" + CLAUDE).status());
    }

    @Test
    void refusesWhatMakesNoSense() throws Exception {
        for (var path :
                List.of(
                        "/api/sessions?limit=0",
                        "/api/sessions?offset=-1",
                        "/api/usage?by=mood",
                        "/api/usage?since=soon")) {
            assertEquals(400, server.get(path).status(), path);
        }
        assertEquals(404, server.get("/api/sessions/claude/none").status());
        assertEquals(404, server.get("/api/sessions?provider=nobody").status());
        assertEquals(404, server.get("/api/search?q=hello+provider:nobody").status());
    }

    @Test
    void listsInPages() throws Exception {
        indexed();
        var all = got("/api/sessions?limit=1000");
        assertEquals(all.path("total").asInt(), all.path("sessions").size());
        var paged = new ArrayList<JsonNode>();
        for (var offset = 0; offset < all.path("total").asInt(); offset += 4) {
            got("/api/sessions?limit=4&offset=" + offset).path("sessions").forEach(paged::add);
        }
        assertEquals(all.path("sessions").valueStream().toList(), paged);
        assertThat(got("/api/sessions?provider=codex").path("sessions").valueStream())
                .isNotEmpty()
                .allMatch(one -> one.path("provider").asString().equals("codex"));
        assertThat(got("/api/projects").valueStream().map(one -> one.path("project").asString()))
                .contains("/home/dev/acme")
                .doesNotHaveDuplicates();
        assertThat(got("/api/usage?by=provider").path("usage").size()).isGreaterThan(3);
    }

    @Test
    void tellsTheEventsOfASessionInPages() throws Exception {
        indexed();
        var path = "/api/sessions/claude/" + CLAUDE;
        var whole = got(path);
        assertEquals("Mock session title", whole.path("session").path("title").asString());
        assertThat(whole.path("session").path("usage").path("inputTokens").asLong()).isPositive();
        var paged = new ArrayList<JsonNode>();
        var after = 0L;
        for (var page = got(path + "?limit=3"); ; page = got(path + "?limit=3&after=" + after)) {
            page.path("events").forEach(paged::add);
            if (!page.has("next")) {
                break;
            }
            after = page.path("next").asLong();
        }
        assertThat(paged).hasSizeGreaterThan(3);
        assertEquals(whole.path("events").valueStream().toList(), paged);
    }

    @Test
    void seesWhatACliWritesAndFoldersItMakes() throws Exception {
        indexed();
        var before = got("/api/sessions").path("total").asInt();
        var line =
                Json.object()
                        .put("type", "user")
                        .put("uuid", "u-1")
                        .put("timestamp", "2026-11-16T02:00:00Z")
                        .put("cwd", "/home/dev/fresh")
                        .put("sessionId", "fresh");
        line.set("message", Json.object().put("role", "user").put("content", "a new prompt"));
        var folder = Files.createDirectory(directory.resolve(".claude/projects/-home-dev-fresh"));
        Files.writeString(folder.resolve("fresh.jsonl"), Json.write(line) + "\n");
        await().atMost(Duration.ofMinutes(1))
                .until(() -> got("/api/sessions").path("total").asInt() == before + 1);
        assertEquals(
                "claude:fresh",
                got("/api/sessions").path("sessions").get(0).path("key").asString());

        line.put("uuid", "u-2").put("parentUuid", "u-1");
        Files.writeString(
                folder.resolve("fresh.jsonl"), Json.write(line) + "\n", StandardOpenOption.APPEND);
        await().atMost(Duration.ofMinutes(1))
                .until(() ->
                        got("/api/sessions").path("sessions").get(0).path("prompts").asInt() == 2);
    }

    @Test
    void indexesAnewWhenAsked() throws Exception {
        assertEquals(202, server.post("/api/index/rebuild", "{}").status());
        await().atMost(Duration.ofMinutes(1))
                .until(() -> got("/api/sessions").path("isComplete").asBoolean());
        assertThat(got("/api/sessions").path("total").asInt()).isGreaterThan(10);
    }
}
