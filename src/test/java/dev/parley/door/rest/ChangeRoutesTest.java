package dev.parley.door.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.testing.Commands;
import dev.parley.testing.LiveServer;
import dev.parley.testing.Repository;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// What turns changed, over HTTP and on the command line, with the demo agent.
class ChangeRoutesTest {
    @TempDir static Path directory;

    private static LiveServer server;
    private Repository repository;

    @BeforeAll
    static void start() {
        server = new LiveServer(directory);
    }

    @BeforeEach
    void clone(TestInfo test) throws Exception {
        repository =
                new Repository(directory.resolve(test.getTestMethod().orElseThrow().getName()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private String session() throws Exception {
        var answer =
                server.post(
                        "/api/live",
                        "{\"provider\":\"demo\",\"permission\":\"edit\",\"prompt\":\"edit brief\",\"cwd\":\""
                                + repository.path()
                                + "\"}");
        assertEquals(201, answer.status(), answer.json().toString());
        var id = answer.json().path("id").asString();
        awaitIdle(id);
        return id;
    }

    private static void awaitIdle(String id) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() ->
                        server.get("/api/live/" + id)
                                .json()
                                .path("state")
                                .asString()
                                .equals("idle"));
    }

    private static String text(String path) throws Exception {
        return server.client()
                .send(server.request(path).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void showsATurnTakesItBackAndTellsTheAgent() throws Exception {
        var id = session();
        var changes = "/api/live/" + id + "/changes";
        var turn = server.get(changes + "/1").json();
        var file = turn.at("/files/0/path").asString();
        assertEquals("added", turn.at("/files/0/kind").asString(), turn.toString());
        assertEquals("agent", turn.at("/files/0/by").asString());
        assertThat(text(changes + "/patch?turn=1")).contains("+++ b/" + file);
        assertEquals(1, server.get(changes).json().path("turns").size());
        assertEquals(404, server.get(changes + "/9").status());
        assertEquals(404, server.get(changes + "/x").status());

        var preview = server.post(changes + "/undo", "{\"turn\":1,\"preview\":true}").json();
        assertEquals("deleted", preview.at("/files/0/action").asString());
        assertThat(repository.path().resolve(file)).exists();
        var undone = server.post(changes + "/undo", "{\"turn\":1}");
        assertEquals(200, undone.status(), undone.json().toString());
        assertEquals(2, undone.json().path("number").asInt());
        assertThat(repository.path().resolve(file)).doesNotExist();

        try (var parley = new Commands(server.environment())) {
            assertEquals(0, parley.run("changes", id), parley::err);
            assertThat(parley.out()).contains("2 (undo of 1)", "deleted", "parley", file);
            assertEquals(0, parley.run("changes", "undo", id, "--turn", "2"), parley::err);
            assertThat(repository.path().resolve(file)).exists();
            var key = server.get("/api/live/" + id).json().path("nativeId").asString();
            for (var name : List.of("last", key, "demo:" + key.substring(0, 12))) {
                assertEquals(0, parley.run("changes", name), parley::err);
                assertThat(parley.out()).as(name).contains(file);
            }
            assertEquals(4, parley.run("changes", "codex:nobody"));
            assertThat(parley.err()).contains("No session that Parley ran is called");
            assertEquals(2, parley.run("changes"));
            assertThat(parley.err()).contains("No session is named");

            assertThat(Files.readString(notes(id))).contains("\"turn\":1", file);
            server.post("/api/live/" + id + "/actions", "{\"type\":\"prompt\",\"text\":\"brief\"}");
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> !Files.exists(notes(id)));
        }
    }

    private static Path notes(String id) {
        return server.app().directories().data().resolve("changes/notes/" + id);
    }

    @Test
    void collectsCommentsAndSendsThemAsOnePrompt() throws Exception {
        var id = session();
        var comments = "/api/live/" + id + "/changes/comments";
        assertEquals(
                201,
                server.post(
                                comments,
                                "{\"path\":\"file.txt\",\"line\":1,\"text\":\"brief: say second\"}")
                        .status());
        try (var parley = new Commands(server.environment())) {
            assertEquals(0, parley.run("changes", "comment", id, "file.txt:1-2", "and why?"));
            assertThat(parley.out()).contains("file.txt", "1-2", "and why?");
            assertEquals(0, parley.run("changes", "send", id, "--preview"));
            assertEquals(
                    """
                    Please see to these comments on your changes:

                    file.txt, line 1:
                    > first

                    brief: say second

                    file.txt, lines 1 to 2:
                    > first

                    and why?
                    """,
                    parley.out());
            assertEquals(2, server.get(comments).json().path("comments").size());
            assertEquals(1, server.delete(comments + "/1").json().path("comments").size());
            assertEquals(
                    400,
                    server.post(comments, "{\"path\":\"a\",\"line\":0,\"text\":\"x\"}").status());
            var sent = server.post(comments + "/send", "");
            assertEquals(202, sent.status(), sent.json().toString());
            assertEquals(0, server.get(comments).json().path("comments").size());
            awaitIdle(id);
            assertEquals(2, server.get("/api/live/" + id + "/changes").json().path("turns").size());
        }
    }

    @Test
    void goesOnFromATurnInAWorktree() throws Exception {
        var id = session();
        Files.writeString(repository.path().resolve("later.txt"), "later\n");
        var forked = server.post("/api/live/" + id + "/changes/1/fork", "{\"prompt\":\"brief\"}");
        assertEquals(201, forked.status(), forked.json().toString());
        var place = Path.of(forked.json().path("cwd").asString());
        var file = server.get("/api/live/" + id + "/changes/1").json().at("/files/0/path");
        assertThat(place.resolve(file.asString())).exists();
        assertThat(place.resolve("later.txt")).doesNotExist();
        var other = forked.json().path("id").asString();
        awaitIdle(other);
        var stored = server.directory().resolve("demo");
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> says(stored, "<earlier-conversation>"));
        assertEquals(404, server.post("/api/live/" + id + "/changes/7/fork", "").status());
        var before = server.get("/api/worktrees").json();
        var failed =
                server.post("/api/live/" + id + "/changes/1/fork", "{\"provider\":\"nobody\"}");
        assertThat(failed.status()).as(failed.json().toString()).isBetween(400, 499);
        assertEquals(before, server.get("/api/worktrees").json(), "nothing is left of it");
        server.post("/api/changes/prune", "{\"olderThan\":\"30d\"}");
    }

    private static boolean says(Path directory, String text) throws Exception {
        try (var files = Files.walk(directory)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                if (Files.readString(file).contains(text)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    void prunesWhatIsOld() throws Exception {
        var id = session();
        var dry =
                server.post("/api/changes/prune", "{\"olderThan\":\"30d\",\"dryRun\":true}").json();
        assertEquals(0, dry.path("places").size(), dry.toString());
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() ->
                        server.post("/api/changes/prune", "{\"olderThan\":\"1s\"}")
                                        .json()
                                        .at("/places/0/checkpoints")
                                        .asInt()
                                > 0);
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> {
                    server.post("/api/changes/prune", "{\"olderThan\":\"1s\"}");
                    return repository.git("for-each-ref", "refs/parley/" + id).isEmpty();
                });
        assertEquals(0, server.get("/api/live/" + id + "/changes").json().path("turns").size());
    }
}
