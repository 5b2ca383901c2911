package dev.parley.door.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.door.cli.shared.ServerRecord;
import dev.parley.testing.Commands;
import dev.parley.testing.LiveServer;
import dev.parley.testing.StoredMachine;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// All doors tell the same about the same sessions, one of which is live: the server over HTTP, and
/// the commands of another Parley, whether they find that server or not.
class SameAnswersTest {
    private static final String SEARCH = "/api/search?q=hello&limit=100&sort=newest";

    @TempDir Path directory;

    private LiveServer server;
    private String liveId;

    @BeforeEach
    void open() throws Exception {
        new StoredMachine(directory);
        server = new LiveServer(directory);
        var started =
                server.post(
                        "/api/live",
                        "{\"provider\":\"demo\",\"cwd\":\""
                                + server.directory()
                                + "\",\"prompt\":\"hello\"}");
        assertEquals(201, started.status(), started.toString());
        liveId = started.json().path("id").asString();
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

    private List<JsonNode> demo() throws Exception {
        return got("/api/sessions?provider=demo").path("sessions").valueStream().toList();
    }

    private String nativeId() throws Exception {
        return demo().getFirst().path("sessionId").asString();
    }

    private boolean isIdle() throws Exception {
        return got("/api/live/" + liveId).path("state").asString().equals("idle");
    }

    /// Until the turn is over and all of it is in the file and in the index.
    private void indexed() {
        server.app().historyVerbs().index().keep();
        await().atMost(Duration.ofMinutes(1))
                .until(() ->
                        isIdle()
                                && got("/api/search?q=provider:demo").path("total").asInt() == 1
                                && got(SEARCH).path("isComplete").asBoolean());
    }

    @Test
    void aLiveSessionIsListedOnceAndMarked() throws Exception {
        // No file has been read yet: the store knows it.
        await().atMost(Duration.ofMinutes(1)).until(() -> demo().size() == 1);
        assertEquals(liveId, demo().getFirst().path("liveId").asString());
        assertThat(got("/api/projects").valueStream().map(one -> one.path("project").asString()))
                .containsExactly(server.directory().toString());
        var path = "/api/sessions/demo/" + nativeId();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> got(path).path("events").toString().contains("message.assistant"));

        indexed();
        assertEquals(1, demo().size());
        assertEquals(liveId, demo().getFirst().path("liveId").asString());
        assertEquals(1, demo().getFirst().path("prompts").asInt());

        server.post("/api/live/" + liveId + "/actions", "{\"type\":\"close\"}");
        await().atMost(Duration.ofMinutes(1))
                .until(() -> demo().size() == 1 && !demo().getFirst().has("liveId"));
    }

    private record Answers(JsonNode sessions, JsonNode hits, JsonNode usage, JsonNode shown) {}

    private Answers overHttp() throws Exception {
        var shown = (ObjectNode) got("/api/sessions/demo/" + nativeId()).path("session");
        shown.remove("usage");
        return new Answers(
                got("/api/sessions?limit=1000").path("sessions"),
                got(SEARCH),
                got("/api/usage?by=model"),
                shown);
    }

    private Answers byCommands() throws Exception {
        try (var parley = new Commands(server.environment())) {
            return new Answers(
                    printed(parley, "sessions", "--limit", "1000", "--json"),
                    printed(parley, "search", "hello", "--limit", "100", "--newest", "--json"),
                    printed(parley, "usage", "--by", "model", "--json"),
                    printed(parley, "show", "demo:" + nativeId(), "--json"));
        }
    }

    /// What a command printed, or the first line of it.
    private static JsonNode printed(Commands parley, String... args) {
        assertEquals(0, parley.run(args), parley.err());
        var isLines = args[0].equals("show");
        return Json.parse(isLines ? parley.out().lines().findFirst().get() : parley.out())
                .orElseThrow();
    }

    private static List<String> ids(JsonNode sessions) {
        return sessions.valueStream().map(one -> one.path("id").asString()).toList();
    }

    /// What agents in rooms have is seen in the room; it is no session that a person has begun.
    @Test
    void sessionsOfRoomsAreListedWhereTheyAreAskedFor() throws Exception {
        await().atMost(Duration.ofMinutes(1)).until(this::isIdle);
        server.post("/api/agents/dan", "{\"provider\":\"demo\",\"home\":\"user\"}");
        var room =
                "{\"name\":\"talk\",\"agents\":[\"dan\"],\"project\":\""
                        + server.directory()
                        + "\"}";
        assertEquals(201, server.post("/api/rooms", room).status());
        server.post("/api/rooms/talk/messages", "{\"text\":\"brief, please\"}");
        await().atMost(Duration.ofMinutes(1))
                .until(() -> got("/api/rooms/talk").path("state").asString().equals("idle"));
        var member = got("/api/rooms/talk").path("members").path(0).path("session").asString();
        server.app().historyVerbs().index().keep();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> got("/api/search?q=provider:demo").path("total").asInt() == 2);

        assertEquals(List.of(liveId), ids(got("/api/live")));
        assertEquals(List.of(member, liveId), ids(got("/api/live?rooms=true")));
        assertEquals("talk", got("/api/live/" + member).path("room").asString());
        var hidden = got("/api/sessions?limit=1000").path("sessions");
        var all = got("/api/sessions?limit=1000&rooms=true").path("sessions");
        assertEquals(hidden.size() + 1, all.size());
        assertEquals("talk", all.path(0).path("room").asString());
        assertThat(hidden.findValuesAsString("room")).isEmpty();
        var here = server.directory().toString();
        for (var project : got("/api/projects").valueStream().toList()) {
            if (project.path("project").asString().equals(here)) {
                assertEquals(1, project.path("sessions").asInt());
            }
        }
        assertThat(got("/api/inbox").toString()).doesNotContain(member);
        try (var parley = new Commands(server.environment())) {
            assertEquals(hidden, printed(parley, "sessions", "--limit", "1000", "--json"));
            assertEquals(all, printed(parley, "sessions", "--rooms", "--limit", "1000", "--json"));
            assertEquals(
                    "demo:" + nativeId(),
                    printed(parley, "show", "last", "--json").path("key").asString());
            assertEquals(0, parley.run("sessions", "--rooms"), parley.err());
            assertThat(parley.out()).contains("(in the room talk)");
        }
    }

    @Test
    void peopleSeeWhatIsLive() throws Exception {
        await().atMost(Duration.ofMinutes(1)).until(this::isIdle);
        try (var parley = new Commands(server.environment())) {
            assertEquals(0, parley.run("sessions", "--provider", "demo"));
            assertThat(parley.out()).contains("(live as " + liveId + ") hello");
            assertEquals(0, parley.run("search", "provider:demo"));
            assertThat(parley.out()).contains(", live as " + liveId);
            assertEquals(0, parley.run("show", liveId), parley::err);
            assertThat(parley.out()).contains("demo:" + nativeId(), "hello");
            var unknown = "s" + "a".repeat(15);
            assertEquals(4, parley.run("show", unknown));
            assertThat(parley.err()).contains("There is no session \"" + unknown + "\".");
        }
    }

    @Test
    void everyDoorTellsTheSame() throws Exception {
        await().atMost(Duration.ofMinutes(1)).until(this::isIdle);
        var withoutServer = byCommands();
        indexed();
        var overHttp = overHttp();
        ServerRecord.ofThisProcess(server.port()).write(server.app().directories().servers());
        assertEquals(overHttp, withoutServer);
        assertEquals(overHttp, byCommands());
        assertEquals(liveId, overHttp.shown().path("liveId").asString());
        assertThat(overHttp.sessions().valueStream().filter(one -> one.has("liveId")))
                .containsExactly(overHttp.shown());
        assertThat(overHttp.hits().path("hits").valueStream().filter(hit -> hit.has("liveId")))
                .hasSize(1);
    }
}
