package dev.parley.door.cli.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.testing.Commands;
import dev.parley.testing.LiveServer;
import dev.parley.testing.Repository;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/// `parley race`
class RaceCommandTest {
    @TempDir Path home;

    /// Also where nobody watches: a script's log is read when it is too late to ask again.
    @Test
    void saysWhyAnAgentFailed() throws Exception {
        var place = new Repository(home.resolve("repository")).path();
        try (var parley = new Commands(home)) {
            assertEquals(1, parley.run("race", "--models", "nosuch", "--cwd", place + "", "go"));
            assertThat(parley.out()).contains("nosuch  failed");
            assertThat(parley.err()).startsWith("parley: nosuch: ").contains("nosuch");
        }
    }

    /// Without a server nobody could answer, and it would wait for an hour.
    @Test
    void refusesWhatNobodyCanBeAsked() throws Exception {
        var place = new Repository(home.resolve("repository")).path();
        try (var parley = new Commands(home)) {
            assertEquals(
                    0,
                    parley.run(
                            "race",
                            "--models",
                            "demo",
                            "--permission",
                            "ask",
                            "--cwd",
                            place + "",
                            "edit"),
                    parley::err);
            assertThat(parley.err()).contains("nobody can be asked here");
            assertThat(parley.out()).contains("completed", "0 files");
        }
    }

    @Test
    void saysWhatIsMissing() {
        try (var parley = new Commands(home)) {
            assertEquals(2, parley.run("race", "go"));
            assertThat(parley.err()).contains("No agents are named");
            assertEquals(2, parley.run("race", "--models", "demo"));
            assertThat(parley.err()).contains("There is no task");
        }
    }

    @Test
    void runsInTheServerAndTakesOne() throws Exception {
        var repository = new Repository(home.resolve("repository"));
        try (var server = new LiveServer(Files.createDirectories(home.resolve("server")));
                var parley = new Commands(server.environment())) {
            var port = "" + server.port();
            assertEquals(
                    0,
                    parley.run(
                            "race",
                            "--models",
                            "demo,demo",
                            "--port",
                            port,
                            "--cwd",
                            repository.path().toString(),
                            "--json",
                            "edit brief"),
                    parley::err);
            var id = Json.parse(parley.out()).orElseThrow().path("id").asString();
            assertEquals(200, server.get("/api/races/" + id).status());
            assertEquals(0, parley.run("race", "list", "--port", port), parley::err);
            assertThat(parley.out()).contains(id, "over", "edit brief");
            assertEquals(0, parley.run("race", "show", id, "--port", port), parley::err);
            assertThat(parley.out()).contains("completed", "1 files");
            assertEquals(0, parley.run("race", "take", id, "2", "--port", port), parley::err);
            assertThat(parley.out()).contains("merged");
            assertThat(repository.git("branch")).contains("parley/" + id + "/1");
            assertEquals(0, parley.run("race", "untake", id, "--port", port), parley::err);
            assertEquals("", repository.git("status", "--porcelain"));
            assertEquals(4, parley.run("race", "show", "r-none", "--port", port));
        }
    }

    /// And so does the check.
    @Test
    void agentsWorkInTheDirectoryThePersonIsIn() throws Exception {
        var repository = new Repository(home.resolve("repository"));
        var inner = Files.createDirectories(repository.path().resolve("inner"));
        Files.writeString(inner.resolve("i.txt"), "i\n");
        repository.git("add", ".");
        repository.git("commit", "-qm", "inner");
        try (var parley = new Commands(home)) {
            assertEquals(
                    0,
                    parley.run(
                            "race",
                            "--models",
                            "demo",
                            "--check",
                            "test -e i.txt",
                            "--cwd",
                            inner.toString(),
                            "brief"),
                    parley::err);
            assertThat(parley.out()).contains("passed");
        }
    }
}
