package dev.parley.door.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.json.Json;
import dev.parley.testing.LiveServer;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

class LiveRoutesTest {
    @TempDir static Path directory;

    private static LiveServer server;

    @BeforeAll
    static void start() {
        server = new LiveServer(directory);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String started(String more) throws Exception {
        var answer =
                server.post(
                        "/api/live",
                        "{\"provider\":\"demo\",\"cwd\":\""
                                + server.directory()
                                + "\""
                                + more
                                + "}");
        assertEquals(201, answer.status(), answer.json().toString());
        return answer.json().path("id").asString();
    }

    private static List<JsonNode> eventsUntil(String type, String path, String... header)
            throws Exception {
        var request = server.request(path);
        if (header.length == 2) {
            request.header(header[0], header[1]);
        }
        var answer =
                server.client().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        assertEquals(200, answer.statusCode());
        var events = new ArrayList<JsonNode>();
        var id = "";
        try (var lines =
                new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("data: ")) {
                    var event = Json.parseObject(line.substring(6)).orElseThrow();
                    assertEquals(id, event.path("sequenceNumber").asString());
                    events.add(event);
                    if (event.path("type").asString().equals(type)) {
                        return events;
                    }
                }
            }
        }
        return events;
    }

    @Test
    void refusesWhatMakesNoSense() throws Exception {
        assertEquals("The body is no JSON object.", server.post("/api/live", "x").title());
        var typo = server.post("/api/live", "{\"promt\":\"x\"}");
        assertEquals(400, typo.status());
        assertEquals("Did you mean prompt?", typo.detail());
        assertEquals(404, server.post("/api/live", "{\"provider\":\"x\",\"cwd\":\"/\"}").status());
        assertEquals(400, server.post("/api/live", "{\"provider\":\"demo\"}").status());
        assertEquals(404, server.get("/api/live/nonsense").status());
        assertEquals(404, server.get("/api/live/saaaaaaaaaaaaaaa").status());
        assertEquals(404, server.get("/api/live/saaaaaaaaaaaaaaa/events").status());
        assertEquals(404, server.delete("/api/live/saaaaaaaaaaaaaaa").status());
        assertEquals(
                404,
                server.post("/api/live/saaaaaaaaaaaaaaa/actions", "{\"type\":\"interrupt\"}")
                        .status());
        assertEquals(
                "The action has no \"type\".",
                server.post("/api/live/saaaaaaaaaaaaaaa/actions", "{}").title());
        assertEquals("\"limit\" is \"0\".", server.get("/api/live?limit=0").title());
        assertEquals(404, server.post("/api/approvals/x", "{\"decision\":\"allow\"}").status());
        assertEquals(
                404,
                server.post("/api/approvals/saaaaaaaaaaaaaaa:1", "{\"decision\":\"allow\"}")
                        .status());
        assertEquals(
                "decide: the key \"decision\" is missing.",
                server.post("/api/approvals/saaaaaaaaaaaaaaa:1", "{}").title());
        var id = started("");
        assertEquals(
                "\"after\" is \"-1\".", server.get("/api/live/" + id + "/events?after=-1").title());
        assertEquals(
                400, server.post("/api/live/" + id + "/actions", "{\"type\":\"prompt\"}").status());
    }

    @Test
    void aSessionIsHeldOverHttp() throws Exception {
        var id = started(",\"prompt\":\"brief\"");
        var path = "/api/live/" + id;
        var first = eventsUntil("turn.end", path + "/events");
        var last = first.getLast().path("sequenceNumber").asString();
        var accepted = server.post(path + "/actions", "{\"type\":\"prompt\",\"text\":\"brief\"}");
        assertEquals(202, accepted.status());
        var second = eventsUntil("turn.end", path + "/events?after=" + last);
        assertEquals(
                accepted.json().path("turnId").asString(),
                second.getLast().at("/turn/turnId").asString());
        assertEquals(second, eventsUntil("turn.end", path + "/events", "Last-Event-ID", last));
        assertEquals("demo", server.get(path).json().path("provider").asString());
        assertThat(server.get("/api/live").json().toString()).contains(id);
        assertEquals("completed", server.delete(path).json().path("state").asString());
    }

    @Test
    void aQuestionIsAnsweredOverHttp() throws Exception {
        var id = started(",\"prompt\":\"brief permission\"");
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> server.get("/api/approvals").json().toString().contains(id));
        var approval =
                server.get("/api/approvals")
                        .json()
                        .valueStream()
                        .filter(one -> one.path("sessionId").asString().equals(id))
                        .findFirst()
                        .orElseThrow();
        assertEquals(server.directory().toString(), approval.path("cwd").asString());
        var approvalId =
                URLEncoder.encode(approval.path("approvalId").asString(), StandardCharsets.UTF_8);
        assertEquals(
                202,
                server.post("/api/approvals/" + approvalId, "{\"decision\":\"allow\"}").status());
        eventsUntil("turn.end", "/api/live/" + id + "/events");
        assertTrue(Files.exists(server.directory().resolve("parley-demo.txt")));
    }
}
