package dev.parley.work.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.LaneInfo;
import dev.parley.api.RaceInfo;
import dev.parley.base.json.Json;
import dev.parley.store.OwnerProcess;
import dev.parley.store.sqlite.Database;
import dev.parley.store.sqlite.SqliteRaceStore;
import dev.parley.testing.Commands;
import dev.parley.testing.LiveServer;
import dev.parley.testing.Repository;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// A race is known to the next Parley, and can be taken there.
class RacesAfterARestartTest {
    @TempDir Path directory;
    private Repository repository;

    @BeforeEach
    void makeRepository() throws Exception {
        repository = new Repository(directory.toRealPath().resolve("repository"));
    }

    private String begin(LiveServer server, String more) throws Exception {
        var answer =
                server.post(
                        "/api/races",
                        "{\"project\":\""
                                + repository.path()
                                + "\",\"task\":\"edit brief\",\"models\":[\"demo\",\"demo\"]"
                                + more
                                + "}");
        assertEquals(201, answer.status(), answer.json().toString());
        return "/api/races/" + answer.json().path("id").asString();
    }

    private static void await(LiveServer server, String one, String status) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() ->
                        server.get(one)
                                .json()
                                .path("lanes")
                                .valueStream()
                                .allMatch(lane -> lane.path("status").asString().equals(status)));
    }

    @Test
    void oneThatIsOverIsTakenAndTakenBack() throws Exception {
        JsonNode before;
        String one;
        try (var server = new LiveServer(directory)) {
            one = begin(server, ",\"check\":\"true\"");
            await(server, one, "completed");
            before = server.get(one).json();
        }
        try (var server = new LiveServer(directory)) {
            assertEquals(before, server.get(one).json(), "nothing of it is forgotten");
            assertThat(before.at("/lanes/0/session").asString()).isNotEmpty();
            assertThat(before.at("/lanes/0/checkPassed").asBoolean()).isTrue();
            assertThat(before.at("/lanes/0").has("durationMs")).isTrue();
            assertEquals(before, server.get("/api/races").json().at("/races/0"));
            var taken = server.post(one + "/take", "{\"lane\":1}");
            assertEquals(200, taken.status(), taken.json().toString());
        }
        try (var server = new LiveServer(directory)) {
            var now = server.get(one).json();
            assertEquals(1, now.path("taken").asInt());
            assertThat(repository.git("branch")).contains(now.at("/lanes/1/branch").asString());
            assertEquals(409, server.post(one + "/take", "{\"lane\":2}").status(), "one is taken");
            assertEquals(200, server.post(one + "/untake", "").status());
            assertEquals("", repository.git("status", "--porcelain"));
            assertEquals(200, server.post(one + "/take", "{\"lane\":2}").status());
        }
    }

    @Test
    void agentsThatWereAtWorkWereInterrupted() throws Exception {
        String one;
        try (var server = new LiveServer(directory)) {
            one = begin(server, ",\"permission\":\"ask\",\"judge\":\"demo\"");
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> server.get("/api/approvals").json().size() == 2);
            var lane = server.get(one).json().at("/lanes/0");
            var place = server.get("/api/worktrees/" + lane.path("worktree").asString()).json();
            Files.writeString(Path.of(place.path("path").asString()).resolve("half.txt"), "h\n");
        }
        try (var server = new LiveServer(directory)) {
            var race = server.get(one).json();
            for (var lane : race.path("lanes")) {
                assertEquals("interrupted", lane.path("status").asString(), race.toString());
                assertThat(lane.path("error").asString())
                        .contains("parley chat --resume " + lane.path("session").asString());
            }
            assertThat(race.at("/judgement/error").asString()).contains("Parley ended");
            var taken = server.post(one + "/take", "{\"lane\":1}");
            assertEquals(200, taken.status(), taken.json().toString());
            assertEquals("h\n", Files.readString(repository.path().resolve("half.txt")));
            assertEquals(200, server.post(one + "/untake", "").status());
            assertEquals("", repository.git("status", "--porcelain"));
        }
    }

    /// What a kill leaves behind: a race that runs in a process that is gone.
    @Test
    void oneWhosePlaceIsKnownBySessionAloneIsMeasured() throws Exception {
        var lane = LaneInfo.running(1, "demo");
        String id;
        try (var server = new LiveServer(directory)) {
            var one = begin(server, "");
            await(server, one, "completed");
            var known = Json.read(server.get(one).json(), RaceInfo.class).lanes().getFirst();
            lane = lane.withSession(known.session());
            id = "rkilled1";
            var race =
                    new RaceInfo(
                            id,
                            repository.path().toString(),
                            "edit brief",
                            Instant.now().minusSeconds(60),
                            null,
                            null,
                            List.of(lane));
            try (var database = new Database(server.app().directories().database())) {
                new SqliteRaceStore(database, new OwnerProcess(OwnerProcess.LOCAL, 1, 1))
                        .insert(race);
            }
            var told = Json.read(server.get("/api/races/" + id).json(), RaceInfo.class);
            var first = told.lanes().getFirst();
            assertEquals(RaceInfo.Status.INTERRUPTED, first.status());
            assertEquals(known.worktree(), first.worktree());
            assertEquals(1, first.files());
            assertThat(first.durationMs()).isPositive();
        }
        try (var parley = new Commands(environment())) {
            assertEquals(0, parley.run("race", "list"), parley::err);
            assertThat(parley.out()).contains(id, "interrupted");
            assertEquals(0, parley.run("race", "show", id), parley::err);
            assertThat(parley.out()).contains("interrupted", "1 files");
            assertEquals(0, parley.run("race", "take", id, "1"), parley::err);
            assertEquals(0, parley.run("race", "untake", id), parley::err);
            assertEquals("", repository.git("status", "--porcelain"));
            assertEquals(4, parley.run("race", "show", "r-none"), parley::err);
        }
    }

    private Map<String, String> environment() throws Exception {
        var home = directory.toRealPath();
        return Map.of(
                "PATH", "/usr/bin:/bin",
                "HOME", home.toString(),
                "PARLEY_DEMO_HOME", home.resolve("demo").toString());
    }
}
