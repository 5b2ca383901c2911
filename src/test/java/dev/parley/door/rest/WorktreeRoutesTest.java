package dev.parley.door.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.base.json.Json;
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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Worktrees for live sessions, and races in them, over HTTP and on the command line.
class WorktreeRoutesTest {
    @TempDir static Path directory;

    private static LiveServer server;
    private Repository repository;

    @BeforeAll
    static void start() {
        server = new LiveServer(directory);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void make(TestInfo test) throws Exception {
        repository =
                new Repository(
                        directory
                                .toRealPath()
                                .resolve(test.getTestMethod().orElseThrow().getName()));
    }

    private String project() {
        return "\"project\":\"" + repository.path() + "\"";
    }

    @Test
    void aWorktreeIsMadeAppliedMadeABranchAndRemovedWithoutALoss() throws Exception {
        Files.createDirectories(repository.path().resolve(".parley"));
        Files.writeString(
                repository.path().resolve(".parley/worktree"),
                "# copied\n.env\n../outside\nrun: echo set up > setup.txt\n");
        Files.writeString(repository.path().resolve(".env"), "SECRET=1\n");
        Files.writeString(repository.path().resolveSibling("outside"), "not yours\n");
        Files.writeString(repository.path().resolve(".git/info/exclude"), ".env\n.parley\n");
        var made = server.post("/api/worktrees", "{" + project() + ",\"branch\":\"try\"}");
        assertEquals(201, made.status(), made.json().toString());
        assertEquals("try", made.json().path("branch").asString());
        assertThat(made.json().path("setUp").asString()).contains("trustedProjects");
        var place = Path.of(made.json().path("path").asString());
        assertEquals("SECRET=1\n", Files.readString(place.resolve(".env")));
        assertThat(place.resolve("setup.txt")).doesNotExist();
        assertThat(place.resolveSibling("outside")).doesNotExist();

        Files.writeString(place.resolve("file.txt"), "first\nby the agent\n");
        Files.writeString(place.resolve("new.txt"), "n\n");
        Files.writeString(repository.path().resolve("mine.txt"), "m\n");
        var one = "/api/worktrees/" + made.json().path("id").asString();
        assertEquals(2, server.get(one).json().path("files").asInt());
        var preview = server.post(one + "/apply", "{\"preview\":true}").json();
        assertEquals(2, preview.path("files").size(), preview.toString());
        assertThat(repository.path().resolve("new.txt")).doesNotExist();
        assertEquals(200, server.post(one + "/apply", "").status());
        assertEquals(
                "first\nby the agent\n", Files.readString(repository.path().resolve("file.txt")));
        assertEquals("m\n", Files.readString(repository.path().resolve("mine.txt")));
        assertEquals("", repository.git("diff", "--cached", "--name-only"), "the index is theirs");
        assertThat(server.get(one).json().path("applied").asBoolean()).isTrue();

        Files.writeString(repository.path().resolve("file.txt"), "first\nby me\n");
        assertEquals(409, server.post(one + "/apply", "").status());
        assertEquals("first\nby me\n", Files.readString(repository.path().resolve("file.txt")));

        assertEquals(200, server.post(one + "/branch", "{\"name\":\"result\"}").status());
        assertThat(repository.git("show", "result:new.txt")).isEqualTo("n\n");
        assertEquals(409, server.post(one + "/branch", "{\"name\":\"result\"}").status());
        assertEquals(400, server.post(one + "/branch", "{\"name\":\"a..b\"}").status());

        var removed = server.delete(one);
        assertEquals(200, removed.status(), removed.json().toString());
        assertThat(place).doesNotExist();
        var ref = removed.json().path("keptAs").asString();
        assertThat(repository.git("show", ref + ":file.txt")).isEqualTo("first\nby the agent\n");
        assertEquals(404, server.get(one).status());
    }

    @Test
    void mergesWhatWasDone() throws Exception {
        var made = server.post("/api/worktrees", "{" + project() + "}").json();
        var place = Path.of(made.path("path").asString());
        Files.writeString(place.resolve("new.txt"), "n\n");
        var one = "/api/worktrees/" + made.path("id").asString();
        var merged = server.post(one + "/merge", "");
        assertEquals(200, merged.status(), merged.json().toString());
        assertEquals("n\n", Files.readString(repository.path().resolve("new.txt")));
        assertEquals("", repository.git("status", "--porcelain"));
    }

    @Test
    void aRaceIsRunComparedAndOneIsTaken() throws Exception {
        var race =
                server.post(
                        "/api/races",
                        "{"
                                + project()
                                + ",\"task\":\"edit brief\",\"models\":[\"demo\",\"demo\",\"nobody\"],"
                                + "\"check\":\"test -e demo.txt || ls\"}");
        assertEquals(201, race.status(), race.json().toString());
        var one = "/api/races/" + race.json().path("id").asString();
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> !server.get(one).json().toString().contains("running"));
        var done = server.get(one).json();
        for (var lane = 0; lane < 2; lane++) {
            var at = done.path("lanes").path(lane);
            assertEquals("completed", at.path("status").asString(), done.toString());
            assertEquals(1, at.path("files").asInt(), done.toString());
            assertThat(at.path("checkPassed").asBoolean()).isTrue();
            assertThat(at.path("session").asString()).isNotEmpty();
        }
        assertEquals("failed", done.at("/lanes/2/status").asString());
        assertThat(done.at("/lanes/2/error").asString()).isNotEmpty();
        var taken = server.post(one + "/take", "{\"lane\":2}");
        assertEquals(200, taken.status(), taken.json().toString());
        var file = taken.json().at("/files/0/path").asString();
        assertThat(repository.path().resolve(file)).exists();
        var branch = server.get(one).json().at("/lanes/0/branch").asString();
        assertThat(repository.git("show", "--stat", branch)).contains(file);
        assertThat(done.at("/lanes/2").has("worktree"))
                .as("of an agent that never began nothing is left")
                .isFalse();

        var back = server.post(one + "/untake", "");
        assertEquals(200, back.status(), back.json().toString());
        assertThat(repository.path().resolve(file)).doesNotExist();
        assertThat(server.get(one).json().has("taken")).isFalse();
        assertEquals(400, server.post(one + "/untake", "").status());
    }

    @Test
    void theCommandLineRacesAndListsWorktrees() throws Exception {
        try (var parley = new Commands(server.environment())) {
            assertEquals(
                    0,
                    parley.run(
                            "race",
                            "--models",
                            "demo",
                            "--check",
                            "false",
                            "--cwd",
                            repository.path().toString(),
                            "edit brief"),
                    parley::err);
            assertThat(parley.out()).contains("demo", "completed", "failed", "1 files");
            assertEquals(0, parley.run("worktrees"));
            assertThat(parley.out()).contains(repository.path().toString());
        }
    }

    @Test
    void aMergeOfTheUserThatIsNotOverIsLeftAlone() throws Exception {
        var made = server.post("/api/worktrees", "{" + project() + "}").json();
        Files.writeString(Path.of(made.path("path").asString()).resolve("new.txt"), "n\n");
        repository.git("checkout", "-qb", "side");
        Files.writeString(repository.path().resolve("file.txt"), "side\n");
        repository.git("commit", "-qam", "side");
        repository.git("checkout", "-q", "-");
        Files.writeString(repository.path().resolve("file.txt"), "main\n");
        repository.git("commit", "-qam", "main");
        assertThrows(IOException.class, () -> repository.git("merge", "side"));
        Files.writeString(repository.path().resolve("file.txt"), "half resolved\n");
        var one = "/api/worktrees/" + made.path("id").asString();
        assertEquals(409, server.post(one + "/merge", "").status());
        assertThat(repository.path().resolve(".git/MERGE_HEAD")).exists();
        assertEquals("half resolved\n", Files.readString(repository.path().resolve("file.txt")));
    }

    @Test
    void aTrustedProjectIsSetUpWithPortsOfItsOwn() throws Exception {
        var config = Files.createDirectories(directory.toRealPath().resolve(".config/parley"));
        Files.writeString(
                config.resolve("config.json"),
                "{\"trustedProjects\":[\"" + repository.path() + "\"]}");
        Files.createDirectories(repository.path().resolve(".parley"));
        Files.writeString(
                repository.path().resolve(".parley/worktree"),
                "ports: 2\nrun: echo first; echo \"port $PARLEY_PORT $PARLEY_PORT_2\"\n");
        var made = server.post("/api/worktrees", "{" + project() + ",\"background\":true}").json();
        var one = "/api/worktrees/" + made.path("id").asString();
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> !server.get(one).json().path("settingUp").asBoolean());
        var info = server.get(one).json();
        var ports = info.path("ports");
        assertEquals(2, ports.size(), info.toString());
        assertEquals(
                "first\nport " + ports.get(0).asInt() + " " + ports.get(1).asInt(),
                info.path("setUp").asString());
        var other = server.post("/api/worktrees", "{" + project() + "}").json();
        assertThat(other.path("ports").toString()).isNotEqualTo(ports.toString());
        assertEquals(
                String.valueOf(ports.get(0).asInt()),
                server.app()
                        .worktrees()
                        .variables(Path.of(info.path("path").asString()))
                        .get("PARLEY_PORT"));
    }

    @Test
    void aWorktreeIsUsedAgainForItsBranch() throws Exception {
        var wanted = "{" + project() + ",\"branch\":\"again\"}";
        var first = server.post("/api/worktrees", wanted).json();
        Files.writeString(Path.of(first.path("path").asString()).resolve("new.txt"), "n\n");
        var second = server.post("/api/worktrees", wanted);
        assertEquals(201, second.status(), second.json().toString());
        assertEquals(first.path("id").asString(), second.json().path("id").asString());
        assertEquals(1, second.json().path("files").asInt());
    }

    @Test
    void aJudgeOnlyAdvises() throws Exception {
        var race =
                server.post(
                                "/api/races",
                                "{"
                                        + project()
                                        + ",\"task\":\"edit brief\",\"models\":[\"demo\"],"
                                        + "\"judge\":\"demo\"}")
                        .json();
        var one = "/api/races/" + race.path("id").asString();
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> {
                    var judgement = server.get(one).json().path("judgement");
                    return judgement.has("text") || judgement.has("error");
                });
        var done = server.get(one).json();
        assertEquals("demo", done.at("/judgement/model").asString());
        assertThat(done.has("taken")).isFalse();
        assertEquals("", repository.git("status", "--porcelain"));
    }

    /// One worktree is gone, and of another there is a branch already: what was chosen is taken.
    @Test
    void takesOneAlsoWhereAnotherCannotBeABranch() throws Exception {
        var id =
                server.post(
                                "/api/races",
                                "{"
                                        + project()
                                        + ",\"task\":\"edit brief\","
                                        + "\"models\":[\"demo\",\"demo\",\"demo\"]}")
                        .json()
                        .path("id")
                        .asString();
        var one = "/api/races/" + id;
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> !server.get(one).json().toString().contains("running"));
        var lanes = server.get(one).json().path("lanes");
        var gone = lanes.path(0).path("worktree").asString();
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> server.delete("/api/worktrees/" + gone).status() == 200);
        repository.git("branch", "parley/" + id + "/3");
        var taken = server.post(one + "/take", "{\"lane\":2}");
        assertEquals(200, taken.status(), taken.json().toString());
        var now = server.get(one).json();
        assertEquals(2, now.path("taken").asInt());
        assertThat(now.at("/lanes/0/error").asString()).contains("no worktree");
        assertThat(now.at("/lanes/2/error").asString()).contains("there already");
        assertThat(Path.of(worktree(now.at("/lanes/2/worktree").asString()))).exists();
        assertEquals(200, server.post(one + "/take", "{\"lane\":2}").status(), "once more");
    }

    private static String worktree(String id) throws Exception {
        return server.get("/api/worktrees/" + id).json().path("path").asString();
    }

    @Test
    void whatWasAppliedIsTakenBackAlsoWhenItsWorktreeIsGone() throws Exception {
        var made = server.post("/api/worktrees", "{" + project() + "}").json();
        var place = Path.of(made.path("path").asString());
        var id = made.path("id").asString();
        var one = "/api/worktrees/" + id;
        Files.writeString(place.resolve("file.txt"), "first\nby the agent\n");
        Files.writeString(place.resolve("new.txt"), "n\n");
        assertEquals(404, server.post(one + "/unapply", "").status());
        assertEquals(200, server.post(one + "/apply", "").status());
        assertEquals(200, server.delete(one).status());
        Files.writeString(repository.path().resolve("mine.txt"), "m\n");
        var preview = server.post(one + "/unapply", "{\"preview\":true}").json();
        assertEquals(2, preview.path("files").size(), preview.toString());
        assertThat(repository.path().resolve("new.txt")).exists();
        try (var parley = new Commands(server.environment())) {
            assertEquals(0, parley.run("worktrees", "unapply", id), parley::err);
            assertThat(parley.out()).contains("new.txt", "deleted", "restored");
            assertEquals(4, parley.run("worktrees", "unapply", id, "--json"), parley::err);
            assertEquals(4, parley.run("worktrees", "unapply", "../" + id), parley::err);
        }
        assertEquals("?? mine.txt\n", repository.git("status", "--porcelain"));
    }

    @Test
    void everyCommandPrintsJson() throws Exception {
        var dir = repository.path().toString();
        try (var parley = new Commands(server.environment())) {
            assertEquals(
                    0, parley.run("worktrees", "add", "--project", dir, "--json"), parley::err);
            var made = Json.parse(parley.out()).orElseThrow();
            var id = made.path("id").asString();
            Files.writeString(Path.of(made.path("path").asString()).resolve("new.txt"), "n\n");
            for (var command :
                    List.of(
                            List.of("worktrees", "--json"),
                            List.of("worktrees", "apply", id, "--preview", "--json"),
                            List.of("worktrees", "patch", id, "--json"),
                            List.of("worktrees", "branch", id, "some", "--json"),
                            List.of("worktrees", "merge", id, "--json"),
                            List.of("worktrees", "remove", id, "--json"))) {
                assertEquals(0, parley.run(command.toArray(String[]::new)), parley::err);
                assertThat(Json.parse(parley.out())).as(command.toString()).isPresent();
            }
        }
    }
}
