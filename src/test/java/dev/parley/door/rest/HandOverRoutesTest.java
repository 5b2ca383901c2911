package dev.parley.door.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.Progress;
import dev.parley.testing.LiveServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;

/// From a row of a stored session of Claude Code to a session of another CLI, or to a fork.
class HandOverRoutesTest {
    private static final String ID = "5f0c6c1e-1111-4222-8333-444455556666";

    @TempDir Path directory;

    private LiveServer server;

    @BeforeEach
    void open() throws Exception {
        var project = Files.createDirectories(directory.toRealPath().resolve("shop"));
        var file = directory.resolve(".claude/projects/-shop/" + ID + ".jsonl");
        Files.createDirectories(file.getParent());
        var lines = new ArrayList<String>();
        for (var word : new String[] {"first", "second", "third"}) {
            lines.add(line(project, lines.size(), "user", "\"ask " + word + "\""));
            lines.add(
                    line(
                            project,
                            lines.size(),
                            "assistant",
                            "[{\"type\":\"text\",\"text\":\"answer " + word + "\"}]"));
        }
        Files.write(file, lines);
        subagent(project);
        server =
                new LiveServer(
                        directory, Map.of("CLAUDE_CMD", "/bin/cat", "CODEX_CMD", "/bin/cat"));
        server.app().historyVerbs().index().keep();
        await().atMost(Duration.ofMinutes(1)).until(() -> server.app().history().isComplete());
    }

    @AfterEach
    void close() {
        server.close();
    }

    private void subagent(Path project) throws Exception {
        var file =
                directory.resolve(".claude/projects/-shop/" + ID + "/subagents/agent-ac74c1.jsonl");
        Files.createDirectories(file.getParent());
        Files.writeString(
                file,
                "{\"parentUuid\":null,\"isSidechain\":true,\"agentId\":\"ac74c1\",\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"look there\"},\"uuid\":\"%s\",\"timestamp\":\"2026-11-10T08:00:01.000Z\",\"cwd\":\"%s\",\"sessionId\":\"%s\"}\n"
                        .formatted(uuid(100), project, ID));
    }

    private static String line(Path project, int at, String who, String content) {
        var parent = at == 0 ? "null" : "\"" + uuid(at - 1) + "\"";
        var more =
                who.equals("user")
                        ? ""
                        : ",\"id\":\"msg_%d\",\"type\":\"message\",\"model\":\"claude-opus-5-5\""
                                .formatted(at);
        return "{\"parentUuid\":%s,\"isSidechain\":false,\"type\":\"%s\",\"message\":{\"role\":\"%s\",\"content\":%s%s},\"uuid\":\"%s\",\"timestamp\":\"2026-11-10T08:00:0%d.000Z\",\"cwd\":\"%s\",\"sessionId\":\"%s\",\"version\":\"2.1.325\",\"userType\":\"external\"}"
                .formatted(parent, who, who, content, more, uuid(at), at, project, ID);
    }

    private static String uuid(int at) {
        return "5f0c6c1e-0000-4000-9000-%012d".formatted(at);
    }

    private JsonNode view() throws Exception {
        return server.get("/api/view/claude:" + ID).json();
    }

    /// @param text what the row says
    private String row(String text) throws Exception {
        return view().path("rows")
                .valueStream()
                .filter(row -> row.path("text").asString().equals(text))
                .findFirst()
                .orElseThrow()
                .path("id")
                .asString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"codex", "claude"})
    void aNativeSessionBeginsWithEverythingUpToTheTurnOfARow(String provider) throws Exception {
        assertThat(view().at("/facts/actions").toString()).contains("fork", "handover");
        for (var text : new String[] {"ask second", "answer second"}) {
            var body = "{\"provider\":\"%s\",\"row\":\"%s\"}".formatted(provider, row(text));
            var made = server.post("/api/view/claude:" + ID + "/handover", body);
            assertEquals(201, made.status(), made.detail());
            assertEquals(provider, made.json().path("provider").asString());
            var key = made.json().path("nativeId").asString();
            server.app().history().refresh(Progress.SILENT);
            var there = server.get("/api/sessions/" + provider + "/" + key).json();
            assertThat(there.path("events").toString())
                    .contains("ask first", "ask second", "answer second")
                    .doesNotContain("third");
        }
    }

    /// It is no conversation of its own: what was said is told.
    @Test
    void whatASubagentSaidGoesOnElsewhereToo() throws Exception {
        var subagent =
                server.get("/api/sessions?subagents=true&limit=20")
                        .json()
                        .path("sessions")
                        .valueStream()
                        .filter(one -> one.has("parent"))
                        .map(one -> one.path("key").asString())
                        .findFirst()
                        .orElseThrow();
        var made = server.post("/api/view/" + subagent + "/handover", "{\"provider\":\"codex\"}");
        assertEquals(201, made.status(), made.detail());
        assertEquals(0, server.get("/api/moves").json().path("moves").size());
    }

    @Test
    void aSessionThatCannotBeOpenedLeavesNothing() throws Exception {
        var made = server.post("/api/view/claude:" + ID + "/handover", "{\"provider\":\"gemini\"}");
        assertThat(made.status()).isGreaterThanOrEqualTo(400);
        assertEquals(0, server.get("/api/moves").json().path("moves").size());
    }
}
