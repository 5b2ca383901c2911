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

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Sessions as rows, marks and the inbox over HTTP, with the demo agent and real history files.
class ViewRoutesTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir Path directory;

    private LiveServer server;

    @BeforeEach
    void start() throws Exception {
        new StoredMachine(directory);
        server = new LiveServer(directory);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private JsonNode get(String path) throws Exception {
        var answer = server.get(path);
        assertEquals(200, answer.status(), path + " " + answer.json());
        return answer.json();
    }

    private JsonNode post(int status, String path, String body) throws Exception {
        var answer = server.post(path, body.replace('\'', '"'));
        assertEquals(status, answer.status(), path + " " + answer.json());
        return answer.json();
    }

    private String started(String prompt) throws Exception {
        return post(
                        201,
                        "/api/live",
                        "{'provider':'demo','cwd':'%s','prompt':'%s'}"
                                .formatted(server.directory(), prompt))
                .path("id")
                .asString();
    }

    private void awaitState(String id, String state) {
        await().atMost(LONG)
                .until(() -> get("/api/live/" + id).path("state").asString().equals(state));
    }

    private static List<String> ids(JsonNode page) {
        return page.path("rows").valueStream().map(row -> row.path("id").asString()).toList();
    }

    private List<String> waiting() throws Exception {
        return get("/api/inbox")
                .path("items")
                .valueStream()
                .map(item -> item.path("kind").asString())
                .toList();
    }

    @Test
    void aLiveSessionIsReadInPagesFromItsEnd() throws Exception {
        var id = started("think tool please");
        awaitState(id, "idle");
        var all = get("/api/view/" + id + "?limit=500");
        assertThat(all.has("before")).isFalse();
        assertThat(ids(all)).hasSizeGreaterThan(3).doesNotHaveDuplicates();
        var paged = new ArrayList<String>();
        var page = get("/api/view/" + id + "?limit=2");
        paged.addAll(0, ids(page));
        while (page.has("before")) {
            page =
                    get(
                            "/api/view/"
                                    + id
                                    + "/rows?limit=2&before="
                                    + page.path("before").asString());
            paged.addAll(0, ids(page));
        }
        assertEquals(ids(all), paged);
        var middle = ids(all).get(2);
        assertEquals(
                middle,
                get("/api/view/" + id + "?limit=2&around=" + middle).path("row").asString());
        var forward = get("/api/view/" + id + "/rows?after=" + middle);
        assertEquals(ids(all).subList(3, ids(all).size()), ids(forward));
        assertEquals("prompt", all.path("rows").path(0).path("kind").asString());
        assertEquals(all.path("facts").path("live").path("lastSequence"), all.path("lastSequence"));
    }

    @Test
    void aStoredSessionHasRowsFactsAndADownload() throws Exception {
        server.app().historyVerbs().index().keep();
        await().atMost(LONG).until(() -> server.app().history().isComplete());
        for (var session : get("/api/sessions?limit=20").path("sessions")) {
            var path = "/api/view/" + session.path("key").asString();
            var view = get(path + "?limit=3");
            assertEquals(session.path("key"), view.path("facts").path("key"));
            assertThat(view.path("facts").path("hasFile").asBoolean()).isTrue();
            assertThat(ids(view)).isNotEmpty().doesNotHaveDuplicates();
        }
        var key = get("/api/sessions?limit=1").path("sessions").path(0).path("key").asString();
        var answer =
                server.client()
                        .send(
                                server.request("/api/view/" + key + "/export?format=html").build(),
                                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.headers().firstValue("Content-Disposition").orElse(""))
                .startsWith("attachment; filename=\"");
        assertThat(answer.body()).startsWith("<!doctype html>");
        assertEquals(400, server.get("/api/view/" + key + "/export?format=pdf").status());
        post(200, "/api/view/" + key + "/mark", "{'isArchived':true}");
        var archived = get("/api/sessions?marked=archived").path("sessions");
        assertEquals(1, archived.size());
        assertThat(archived.at("/0/mark/isArchived").asBoolean()).isTrue();
        assertEquals(400, server.get("/api/sessions?marked=loved").status());
        assertEquals(404, server.get("/api/view/claude:nobody").status());
        assertEquals(404, server.get("/api/view/nonsense").status());
        assertEquals(400, server.get("/api/view/" + key + "?around=x").status());
    }

    @Test
    void aHitOfTheSearchLeadsToItsRow() throws Exception {
        server.app().historyVerbs().index().keep();
        await().atMost(LONG).until(() -> !get("/api/search?q=the").path("hits").isEmpty());
        for (var hit : get("/api/search?q=the").path("hits")) {
            var number = hit.path("sequenceNumber").asString();
            var page = get("/api/view/" + hit.path("key").asString() + "?around=" + number);
            assertThat(ids(page)).contains(page.path("row").asString());
        }
    }

    @Test
    void marksSurviveARestartAndBelongToBothNames() throws Exception {
        var id = started("brief");
        awaitState(id, "idle");
        post(200, "/api/view/" + id + "/mark", "{'isPinned':true,'title':'mine','draft':'later'}");
        var key = "demo:" + get("/api/live/" + id).path("nativeId").asString();
        assertEquals("mine", get("/api/view/" + key).at("/facts/mark/title").asString());
        post(200, "/api/view/" + key + "/mark", "{'draft':'','isUnread':true}");
        server.close();
        server = new LiveServer(directory);
        var mark = get("/api/view/" + id).at("/facts/mark");
        assertEquals(key, mark.path("ref").asString());
        assertThat(mark.path("isPinned").asBoolean()).isTrue();
        assertThat(mark.has("draft")).isFalse();
        assertThat(mark.path("isUnread").asBoolean()).isTrue();
        assertEquals(1, get("/api/marks").path("marks").size());
        assertEquals(400, server.post("/api/view/" + id + "/mark", "{\"pinned\":true}").status());
        assertEquals(
                400, server.post("/api/view/" + id + "/mark", "{\"snoozedUntil\":\"x\"}").status());
    }

    @Test
    void theInboxHasWhatWaitsUntilItIsSeen() throws Exception {
        var finished = started("brief");
        var failed = started("brief error");
        awaitState(finished, "idle");
        await().atMost(LONG).until(() -> waiting().size() == 2);
        var asking = started("brief permission");
        awaitState(asking, "waiting");
        await().atMost(LONG).until(() -> waiting().size() == 3);
        assertEquals("approval", waiting().getFirst(), "what blocks comes first");
        assertThat(waiting()).containsExactlyInAnyOrder("approval", "finished", "failure");
        var item = get("/api/inbox").path("items").path(0);
        assertThat(item.path("approval").has("intent")).isTrue();
        assertThat(item.path("rows").size()).isBetween(1, 3);

        var until = "2999-01-01T00:00:00Z";
        post(
                202,
                "/api/inbox/snooze",
                "{'id':'" + item.path("id").asString() + "','until':'" + until + "'}");
        assertThat(waiting()).doesNotContain("approval");
        assertEquals(1, get("/api/inbox").path("snoozed").asInt());
        assertEquals(3, get("/api/inbox?snoozed=true").path("items").size());

        for (var id : List.of(finished, failed)) {
            var last = get("/api/live/" + id).path("lastSequence").asLong();
            post(200, "/api/view/" + id + "/mark", "{'seen':" + last + "}");
        }
        assertEquals(List.of(), waiting());
    }

    @Test
    void anotherAgentGoesOnFromARowAndATicketIsMadeOfIt() throws Exception {
        var id = started("brief remember the purple elephant");
        awaitState(id, "idle");
        var first = ids(get("/api/view/" + id)).getFirst();
        var other =
                post(
                        201,
                        "/api/view/" + id + "/handover",
                        "{'provider':'demo','row':'%s','prompt':'brief go on'}".formatted(first));
        var next = other.path("id").asString();
        assertThat(next).isNotEqualTo(id);
        assertEquals(server.directory().toString(), other.path("cwd").asString());
        awaitState(next, "idle");
        var prompt = get("/api/view/" + next).at("/rows/0/text").asString();
        assertThat(prompt).contains("purple elephant").endsWith("brief go on");
        assertThat(prompt).doesNotContain("Assistant:");
        var ticket = post(201, "/api/view/" + id + "/ticket", "{'row':'" + first + "'}");
        assertThat(ticket.path("title").asString()).contains("purple elephant");
        assertThat(ticket.path("body").asString()).contains("From " + id + ", row " + first);
        post(404, "/api/view/" + id + "/ticket", "{'row':'999999'}");
        post(400, "/api/view/" + id + "/handover", "{'prompt':'go'}");
    }

    @Test
    void twoTabsHearOfEachOther() throws Exception {
        var id = started("brief");
        awaitState(id, "idle");
        try (var one = server.greeted();
                var other = server.greeted()) {
            one.send("{\"type\":\"inbox.follow\"}");
            assertEquals(1, one.hear("inbox.changed").path("items").size());
            post(200, "/api/view/" + id + "/mark", "{'seen':999999}");
            assertEquals(999999, other.hear("marks.changed").at("/marks/0/seen").asInt());
            assertEquals(0, one.hear("inbox.changed").path("items").size());
        }
    }
}
