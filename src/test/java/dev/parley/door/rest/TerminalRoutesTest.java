package dev.parley.door.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.testing.LiveServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class TerminalRoutesTest {
    @TempDir Path directory;

    private LiveServer server;

    @BeforeEach
    void open() {
        server = new LiveServer(directory);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private String opened() throws Exception {
        var answer =
                server.post(
                        "/api/terminals",
                        "{\"cwd\":\"" + server.directory() + "\",\"columns\":90,\"rows\":20}");
        assertEquals(201, answer.status());
        return answer.json().path("terminalId").asString();
    }

    @Test
    void refusesWhatMakesNoSense() throws Exception {
        var cwd = "\"cwd\":\"" + server.directory() + "\"";
        var typo = server.post("/api/terminals", "{" + cwd + ",\"colums\":80}");
        assertEquals(400, typo.status());
        assertEquals("The body: unknown key \"colums\".", typo.title());
        assertEquals("Did you mean columns?", typo.detail());
        assertEquals(400, server.post("/api/terminals", "nonsense").status());
        assertEquals(400, server.post("/api/terminals", "{}").status());
        assertEquals(400, server.post("/api/terminals", "{" + cwd + ",\"columns\":-1}").status());
        assertEquals(
                "Demo agent has no interactive face of its own.",
                server.post("/api/terminals", "{" + cwd + ",\"provider\":\"demo\"}").title());
        for (var path : List.of("", "/output")) {
            assertEquals(404, server.get("/api/terminals/t-none" + path).status());
        }
        assertEquals(404, server.post("/api/terminals/t-none/input", "{\"data\":\"x\"}").status());
        assertEquals(404, server.delete("/api/terminals/t-none").status());
        var id = opened();
        assertEquals(
                "The body: the key \"data\" is missing.",
                server.post("/api/terminals/" + id + "/input", "{}").title());
        assertEquals(
                "The body: the key \"rows\" is missing.",
                server.post("/api/terminals/" + id + "/resize", "{\"columns\":9}").title());
        assertEquals(
                "\"after\" is \"x\".",
                server.get("/api/terminals/" + id + "/output?after=x").title());
    }

    private List<JsonNode> events(String path) throws Exception {
        var answer =
                server.client()
                        .send(server.request(path).build(), HttpResponse.BodyHandlers.ofLines());
        var events = new ArrayList<JsonNode>();
        answer.body()
                .filter(line -> line.startsWith("data: "))
                .forEach(line -> events.add(Json.parseObject(line.substring(6)).orElseThrow()));
        return events;
    }

    @Test
    void aTerminalLivesAndEndsOverHttp() throws Exception {
        var id = opened();
        var path = "/api/terminals/" + id;
        assertEquals(202, server.post(path + "/resize", "{\"columns\":77,\"rows\":11}").status());
        assertEquals(
                202, server.post(path + "/input", "{\"data\":\"stty size; exit 5\\n\"}").status());
        var events = events(path + "/output");
        assertEquals(5, events.getLast().path("exitCode").asInt());
        var text = new StringBuilder();
        events.forEach(event -> text.append(event.path("data").asString("")));
        assertThat(text).contains("11 77");
        var position = events.get(events.size() - 2).path("position").asLong();
        var rest = events(path + "/output?after=" + (position - 3));
        assertEquals(3, rest.getFirst().path("data").asString().length());
        assertEquals(2, rest.size());
        assertEquals(5, server.get(path).json().path("exitCode").asInt());
        assertEquals(
                "The terminal " + id + " has ended.",
                server.post(path + "/input", "{\"data\":\"x\"}").title());
        assertEquals(1, server.get("/api/terminals").json().size());
        assertEquals(200, server.delete(path).status());
        assertEquals(0, server.get("/api/terminals").json().size());
        assertEquals(404, server.get(path).status());
    }
}
