package dev.parley.door.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.testing.LiveServer;
import dev.parley.testing.Schemas;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Rooms over HTTP, with the demo agent in them.
class RoomRoutesTest {
    private static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    @TempDir Path directory;

    private LiveServer server;
    private Schemas schemas;

    @BeforeEach
    void start() throws Exception {
        server = new LiveServer(directory);
        schemas = new Schemas(server.get("/api/openapi.json").json());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private JsonNode post(int status, String path, String body) throws Exception {
        var answer = server.post("/api/" + path, body.replace('\'', '"'));
        assertEquals(status, answer.status(), path + " " + answer.json());
        return answer.json();
    }

    private JsonNode get(String path) throws Exception {
        var answer = server.get("/api/" + path);
        assertEquals(200, answer.status(), path + " " + answer.json());
        return answer.json();
    }

    private void fits(String schema, JsonNode json) {
        var reference = Json.object().put("$ref", "#/components/schemas/" + schema);
        assertEquals(List.of(), schemas.check(reference, json), json.toString());
    }

    @Test
    void aPersonWritesWithAPictureAndTheAgentAnswers() throws Exception {
        fits("RoomAgent", post(200, "agents/dan", "{'provider':'demo','avatar':'◇'}"));
        fits("Room", post(201, "rooms", "{'name':'r','agents':['dan'],'limits':{'rounds':0}}"));
        var said =
                post(
                        202,
                        "rooms/r/messages",
                        "{'from':'anna','text':'brief please','images':[{'mediaType':'image/png','data':'"
                                + PIXEL
                                + "'}]}");
        fits("RoomMessage", said);
        await().atMost(Duration.ofMinutes(1))
                .until(() ->
                        get("rooms/r").path("state").asString().equals("idle")
                                && get("rooms/r/messages").size() > 2);
        var messages = get("rooms/r/messages?after=1&limit=1");
        assertEquals("dan", messages.path(0).path("author").asString());
        messages.forEach(message -> fits("RoomMessage", message));
        var room = get("rooms/r");
        fits("RoomDetails", room);
        assertThat(room.at("/members/0/session").asString()).startsWith("s");
        assertEquals("r", get("rooms").path(0).path("name").asString());

        var events = new ArrayList<JsonNode>();
        var request = server.request("/api/rooms/r/events?after=1").build();
        var stream = server.client().send(request, HttpResponse.BodyHandlers.ofLines());
        for (var line : (Iterable<String>) stream.body()::iterator) {
            if (line.startsWith("data:")) {
                events.add(Json.parse(line.substring(5)).orElseThrow());
                fits("RoomEvent", events.getLast());
                if (events.getLast().path("type").asString().equals("room")) {
                    break;
                }
            }
        }
        assertEquals("dan", events.getFirst().at("/message/author").asString());
    }

    @Test
    void anOpenAiClientCallsARoomByItsName() throws Exception {
        post(200, "agents/dan", "{'provider':'demo'}");
        post(201, "rooms", "{'name':'r','agents':['dan'],'limits':{'rounds':0}}");
        var ids = server.get("/v1/models").json().path("data").toString();
        assertThat(ids).contains("\"room:r\"");
        var body =
                "{\"model\":\"room:r\",\"messages\":[{\"role\":\"user\",\"content\":\"brief please\"}]";
        var answer = server.post("/v1/chat/completions", body + "}");
        assertEquals(200, answer.status(), answer.json().toString());
        assertThat(answer.json().at("/choices/0/message/content").asString())
                .startsWith("**dan**: ");
        var nowhere = server.post("/v1/chat/completions", body.replace("room:r", "room:x") + "}");
        assertEquals(404, nowhere.status());
        var request =
                server.request("/v1/chat/completions")
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body + ",\"stream\":true}"))
                        .build();
        var stream = server.client().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(stream.body()).contains("**dan**: ", "[DONE]");
        assertEquals(
                2,
                get("rooms/r/messages")
                        .valueStream()
                        .filter(it -> it.path("kind").asString().equals("person"))
                        .count());
    }

    @Test
    void aReadyMadeRoomIsMadeWithItsAgents() throws Exception {
        get("room-templates").forEach(template -> fits("RoomTemplate", template));
        var made = post(201, "rooms", "{'template':'planning','provider':'demo'}");
        assertEquals("planning", made.path("name").asString());
        assertEquals(3, get("agents").size());
        assertEquals(
                "own words",
                post(200, "agents/planner", "{'provider':'demo','instructions':'own words'}")
                        .path("instructions")
                        .asString());
        var changed =
                post(200, "rooms/planning", "{'agents':['tester'],'limits':{'budgetTokens':5}}");
        assertEquals(5, changed.at("/limits/budgetTokens").asInt());
        assertEquals("paused", post(200, "rooms/planning/pause", "").path("state").asString());
        assertEquals("idle", post(200, "rooms/planning/resume", "").path("state").asString());
        assertThat(post(200, "rooms/planning/stop", "").path("stopped").asBoolean()).isFalse();
        assertEquals(0, get("rooms/planning/findings").size());
        assertEquals(200, server.delete("/api/rooms/planning").status());
        assertEquals(404, server.get("/api/rooms/planning").status());
        assertEquals(200, server.delete("/api/agents/tester").status());
    }

    @Test
    void refusesWhatMakesNoSense() throws Exception {
        post(200, "agents/dan", "{'provider':'demo'}");
        post(201, "rooms", "{'name':'r','agents':['dan']}");
        assertThat(post(400, "rooms/r/messages", "{'txt':'hi'}").path("detail").asString())
                .contains("Did you mean text?");
        post(400, "rooms/r/messages", "{}");
        post(400, "rooms/r/messages", "{'text':'x','from':'dan'}");
        post(400, "rooms/r/messages", "{'review':{'diff':'x','branch':'y'}}");
        post(400, "rooms", "{'name':'x','agents':[]}");
        post(409, "rooms", "{'name':'r','agents':['dan']}");
        post(400, "rooms", "{'name':'x','agents':['dan'],'limits':{'messages':31}}");
        post(400, "agents/x", "{}");
        post(400, "agents/X", "{'provider':'demo'}");
        post(400, "agents/x", "{'provider':'demo','home':'/etc'}");
        post(404, "rooms/nowhere/messages", "{'text':'x'}");
        post(404, "rooms/r/findings/F1/ticket", "");
        assertEquals(404, server.get("/api/agents/eve").status());
        assertEquals(400, server.get("/api/rooms/..%2f..%2fetc").status());
        assertEquals(0, get("rooms/r/messages").size());
    }
}
