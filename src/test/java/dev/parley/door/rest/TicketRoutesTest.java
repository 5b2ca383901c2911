package dev.parley.door.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.SessionId;
import dev.parley.base.json.Json;
import dev.parley.testing.LiveServer;
import dev.parley.testing.Repository;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The board over HTTP, with the demo agent at work.
class TicketRoutesTest {
    @TempDir Path directory;

    private LiveServer server;
    private Path project;

    @BeforeEach
    void start() throws Exception {
        server = new LiveServer(directory);
        project = Files.createDirectories(server.directory().resolve("acme"));
        project = new Repository(project).path();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private JsonNode post(int status, String path, String body) throws Exception {
        var answer = server.post("/api/tickets" + path, body.replace('\'', '"'));
        assertEquals(status, answer.status(), path + " " + answer.json());
        return answer.json();
    }

    private JsonNode get(String path) throws Exception {
        var answer = server.get("/api/tickets" + path);
        assertEquals(200, answer.status(), path + " " + answer.json());
        return answer.json();
    }

    private String write(String title, String more) throws Exception {
        return post(201, "", "{'project':'" + project + "','title':'" + title + "'" + more + "}")
                .path("id")
                .asString();
    }

    private List<String> titles(String query) throws Exception {
        return get(query)
                .path("tickets")
                .valueStream()
                .map(one -> one.path("title").asString())
                .toList();
    }

    private String column(String id) throws Exception {
        return get("/" + id).path("column").asString();
    }

    @Test
    void writesListsMovesAndEdits() throws Exception {
        var inner = Files.createDirectories(project.resolve("src/deep"));
        var first = write("one", ",'labels':['x'],'kind':'bug'");
        var second =
                post(
                                201,
                                "",
                                "{'project':'%s','title':'two','dependsOn':['%s']}"
                                        .formatted(inner, first))
                        .path("id")
                        .asString();

        assertEquals(List.of("one", "two"), titles("?project=" + project));
        assertEquals(List.of("one", "two"), titles("?project=" + inner));
        assertEquals(List.of(), titles("?project=" + server.directory()));
        assertEquals(List.of("one"), titles("?label=x"));
        assertEquals(List.of("two"), titles("?after=" + first));
        assertEquals(first, get("/" + second).path("waitsFor").path(0).asString(), "is marked");
        assertThat(get("?limit=1").path("isComplete").asBoolean()).isFalse();

        post(200, "/" + second + "/move", "{'column':'ready','before':'" + first + "'}");
        assertEquals(List.of("two", "one"), titles(""));
        post(200, "/" + first + "/move", "{'column':'done'}");
        assertEquals(List.of("two"), titles(""));
        assertEquals(List.of("two", "one"), titles("?column=all"));
        assertThat(get("/" + second).has("waitsFor")).isFalse();
        var edited = post(200, "/" + second + "/edit", "{'body':'why','priority':'high'}");
        assertEquals("two", edited.path("title").asString());
        assertEquals("high", edited.path("priority").asString());
        post(201, "/" + second + "/comments", "{'text':'hm'}");
        assertEquals("hm", get("/" + second).path("comments").path(0).path("text").asString());
    }

    @Test
    void refusesWhatMakesNoSense() throws Exception {
        var id = write("one", "");
        assertThat(post(400, "", "{'title':'x'}").path("title").asString())
                .contains("\"project\" is missing");
        assertThat(post(400, "", "{'project':'src','title':'x'}").path("title").asString())
                .contains("\"project\" is \"src\"");
        assertThat(post(400, "", "{'project':'/no/such','title':'x'}").path("title").asString())
                .contains("There is no directory");
        assertThat(post(400, "/" + id + "/edit", "{'titel':'x'}").path("detail").asString())
                .contains("Did you mean title?");
        assertThat(post(400, "/" + id + "/edit", "{'title':'  '}").path("title").asString())
                .contains("has no title");
        assertEquals(400, server.get("/api/tickets?column=dne").status());
        assertEquals(404, server.get("/api/tickets/T999").status());
        assertEquals(404, server.get("/api/tickets/nonsense").status());
        assertEquals(404, server.get("/api/tickets?proposal=p0").status());
        assertEquals(400, server.get("/api/tickets?limit=100000").status());
        post(409, "/" + id + "/accept", "");
        post(409, "/" + id + "/reject", "{'reason':'x'}");
        post(400, "/" + id + "/move", "{'column':'proposed'}");
        post(404, "/" + id + "/edit", "{'dependsOn':['T999']}");
        post(400, "/" + id + "/edit", "{'dependsOn':['" + id + "']}");
        post(404, "/accept-all", "{'proposal':'p0'}");
        post(400, "/import", "{'project':'" + project + "','tickets':[{'titel':'x'}]}");
        var circle =
                "{'id':'a','title':'a','dependsOn':['b']},{'id':'b','title':'b','dependsOn':['a']}";
        assertThat(
                        post(
                                        400,
                                        "/import",
                                        "{'project':'" + project + "','tickets':[" + circle + "]}")
                                .path("title")
                                .asString())
                .contains("would depend on itself");
        assertEquals(List.of("one"), titles("?column=all"), "nothing of it is there");
    }

    @Test
    void whatIsExportedCanBeImported() throws Exception {
        var first = write("one", ",'body':'---'");
        write("two", ",'dependsOn':['" + first + "'],'files':['a, b']");
        post(201, "/" + first + "/comments", "{'text':'hm'}");
        post(200, "/" + first + "/move", "{'column':'done'}");
        var other = Files.createDirectories(server.directory().resolve("other"));
        var json = get("/export?project=" + project);
        var markdown =
                server.client()
                        .send(
                                server.request(
                                                "/api/tickets/export?format=markdown&project="
                                                        + project)
                                        .build(),
                                HttpResponse.BodyHandlers.ofString())
                        .body();

        var body = Json.object().put("project", other.toString()).put("markdown", markdown);
        assertEquals(2, post(201, "/import", Json.write(body)).path("imported").asInt());
        var again = (tools.jackson.databind.node.ObjectNode) json.deepCopy();
        var twice = post(201, "/import", Json.write(again.put("project", other.toString())));
        assertEquals(0, twice.path("imported").asInt());
        assertEquals(
                List.of("T3", "T4"),
                twice.path("skipped").valueStream().map(JsonNode::asString).toList());

        assertEquals(List.of("two", "one"), titles("?column=all&project=" + other));
        var copied = get("/export?project=" + other).path("tickets").path(1);
        assertEquals("---", copied.path("body").asString());
        assertEquals("hm", copied.path("comments").path(0).path("text").asString());
    }

    @Test
    void nobodyDecidesOnWhatHeHasNotSeen() throws Exception {
        var file = "[{'title':'one','column':'proposed'},{'title':'two','column':'proposed'}]";
        post(201, "/import", "{'project':'" + project + "','tickets':" + file + "}");
        assertEquals(1, get("/T1").path("version").asInt());
        post(200, "/T1/edit", "{'body':'rm -rf'}");
        post(201, "/T1/comments", "{'text':'hm'}");
        assertEquals(2, get("/T1").path("version").asInt());

        assertEquals(
                "T1 was changed since you saw it: version 1, now 2.",
                post(409, "/T1/accept", "{'version':1}").path("title").asString());
        post(409, "/T1/reject", "{'version':1,'reason':'no'}");
        post(409, "/T1/edit", "{'version':1,'title':'other'}");
        assertEquals("proposed", column("T1"));
        assertEquals(
                "three",
                post(200, "/T1/accept", "{'version':2,'title':'three'}").path("title").asString());
        assertEquals("ready", column("T1"));
        post(200, "/T2/reject", "{'version':1}");
    }

    @Test
    void aTicketMovesWithItsSessionAndItsCostAddsUp() throws Exception {
        var id = write("say hello", ",'body':'think about it','files':['a.txt']");
        post(201, "/" + id + "/comments", "{'text':'be\\nbrief'}");

        var session = post(201, "/" + id + "/start", "{'provider':'demo'}");
        var sessionId = session.path("id").asString();

        assertEquals(project.toString(), session.path("cwd").asString());
        await().atMost(Duration.ofMinutes(1)).until(() -> column(id).equals("review"));
        await().atMost(Duration.ofMinutes(1))
                .until(() -> get("/" + id).path("usage").path("outputTokens").asLong() > 0);
        var once = get("/" + id).path("usage").path("outputTokens").asLong();
        assertEquals(sessionId, get("/" + id).at("/sessions/0/sessionId").asString());
        var prompt =
                server.app().sessions().events(SessionId.of(sessionId), 0, 100).stream()
                        .map(one -> one.json())
                        .filter(one -> one.contains("message.user"))
                        .findFirst()
                        .orElseThrow();
        assertThat(prompt)
                .contains(id + ": say hello\\n\\nthink about it\\n\\nFiles it is about:\\n- a.txt")
                .contains("- a person: be\\n  brief");

        // The next turn takes it back to doing, and then to review again.
        server.post(
                "/api/live/" + sessionId + "/actions", "{\"type\":\"prompt\",\"text\":\"more\"}");
        await().atMost(Duration.ofMinutes(1))
                .until(() -> get("/" + id).path("usage").path("outputTokens").asLong() > once);
        await().atMost(Duration.ofMinutes(1)).until(() -> column(id).equals("review"));

        // Where a person puts it, it stays.
        post(200, "/" + id + "/move", "{'column':'ready'}");
        var twice = get("/" + id).path("usage").path("outputTokens").asLong();
        server.post(
                "/api/live/" + sessionId + "/actions", "{\"type\":\"prompt\",\"text\":\"more\"}");
        await().atMost(Duration.ofMinutes(1))
                .until(() -> get("/" + id).path("usage").path("outputTokens").asLong() > twice);
        assertEquals("ready", column(id));
    }

    @Test
    void startingWhatWaitsForSomethingNeedsForce() throws Exception {
        var first = write("one", "");
        var second = write("two", ",'dependsOn':['" + first + "']");

        var refused = post(409, "/" + second + "/start", "{'provider':'demo'}");
        assertEquals(
                second + " depends on " + first + ", which is not done.",
                refused.path("title").asString());
        assertThat(refused.path("detail").asString()).contains("force");
        assertEquals("ready", column(second));
        post(404, "/" + second + "/start", "{'provider':'dmo','force':true}");
        assertEquals("ready", column(second), "no session, no move");
        post(201, "/" + second + "/start", "{'provider':'demo','force':true}");
        post(200, "/" + first + "/move", "{'column':'done'}");
        post(409, "/" + first + "/start", "{'provider':'demo'}");
    }

    @Test
    void aWorktreeForASessionStays() throws Exception {
        var id = write("say hello", "");

        var session = post(201, "/" + id + "/start", "{'provider':'demo','worktree':true}");

        var cwd = Path.of(session.path("cwd").asString());
        assertThat(cwd).isNotEqualTo(project);
        await().atMost(Duration.ofMinutes(1)).until(() -> column(id).equals("review"));
        server.post(
                "/api/live/" + session.path("id").asString() + "/actions", "{\"type\":\"close\"}");
        server.app().recover();
        assertThat(cwd.resolve(".git")).exists();
        assertThat(Files.readString(Path.of(cwd + ".json"))).contains("\"kept\":true");
        assertEquals(List.of("say hello"), titles("?project=" + cwd), "the same board");
    }
}
