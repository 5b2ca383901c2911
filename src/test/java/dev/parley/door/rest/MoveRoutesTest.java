package dev.parley.door.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.Progress;
import dev.parley.base.json.Json;
import dev.parley.testing.LiveServer;
import dev.parley.testing.StoredMachine;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;

class MoveRoutesTest {
    private static final String CLAUDE =
            "/api/sessions/claude/4977e079-78bf-4afb-82a6-674f2fb33cad";

    @TempDir Path directory;

    private LiveServer server;

    @BeforeEach
    void open() throws Exception {
        new StoredMachine(directory);
        server = new LiveServer(directory);
        server.app().historyVerbs().index().keep();
        await().atMost(Duration.ofMinutes(1)).until(() -> server.app().history().isComplete());
    }

    @AfterEach
    void close() {
        server.close();
    }

    private String wish() {
        return Json.write(Json.object().put("to", "codex").put("cwd", directory.toString()));
    }

    @Test
    void movesListsAndTakesBack() throws Exception {
        var before = server.get("/api/usage?by=provider").json();
        var made = server.post(CLAUDE + "/move", wish());
        assertEquals(201, made.status(), made.detail());
        var to = made.json().path("sessionId").asString();
        server.app().history().refresh(Progress.SILENT);

        var there = server.get("/api/sessions/codex/" + to).json();
        assertThat(there.path("session").path("movedFrom").asString())
                .isEqualTo("claude:4977e079-78bf-4afb-82a6-674f2fb33cad");
        assertThat(there.path("events").size()).isPositive();
        assertThat(server.get("/api/sessions?limit=100").json().path("sessions").toString())
                .contains("movedFrom");
        assertEquals(before, server.get("/api/usage?by=provider").json());
        var moves = server.get("/api/moves").json().path("moves");
        assertEquals(1, moves.size());

        assertEquals(
                200, server.delete("/api/moves/" + moves.path(0).path("id").asString()).status());
        assertEquals(0, server.get("/api/moves").json().path("moves").size());
        assertEquals(404, server.delete("/api/moves/" + to).status());
    }

    @Test
    void refusesWhatMakesNoSense() throws Exception {
        assertEquals(400, server.post(CLAUDE + "/move", "{}").status());
        assertEquals(400, server.post(CLAUDE + "/move", "no json").status());
        assertEquals(404, server.post(CLAUDE + "/move", "{\"to\":\"nobody\"}").status());
        assertEquals(400, server.post(CLAUDE + "/move", "{\"to\":\"demo\"}").status());
        assertEquals(
                400,
                server.post(CLAUDE + "/move", "{\"to\":\"codex\",\"cwd\":\"/no/where\"}").status());
        assertEquals(404, server.post("/api/sessions/claude/none/move", wish()).status());
        assertEquals(404, server.post("/api/live/s-none/continue", wish()).status());
        assertEquals(0, server.get("/api/moves").json().path("moves").size());
    }
}
