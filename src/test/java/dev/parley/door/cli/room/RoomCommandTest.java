package dev.parley.door.cli.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.testing.Commands;
import dev.parley.testing.Repository;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/// `parley room`
class RoomCommandTest {
    /// The demo agent repeats what it is told, and with it a finding that its instructions name.
    private static final String FINDER =
            "```json {\"findings\":[{\"file\":\"A.java\",\"line\":1,\"title\":\"Leaks\"}]}```";

    @TempDir Path home;

    @Test
    void boundsAreChangedAndShown() {
        try (var parley = new Commands(home)) {
            assertEquals(0, parley.run("room", "agent", "ada", "--provider", "demo"));
            assertEquals(0, parley.run("room", "new", "talk", "--agent", "ada", "--budget", "9"));
            assertEquals(0, parley.run("room", "show", "talk"));
            assertThat(parley.out()).contains("Used 0 tokens; budget 9 tokens.");
            assertEquals(
                    0,
                    parley.run(
                            "room",
                            "set",
                            "talk",
                            "--budget",
                            "5000",
                            "--rounds",
                            "2",
                            "--topic",
                            "Tea",
                            "--json"));
            var room = Json.parse(parley.out()).orElseThrow();
            assertEquals(5000, room.at("/limits/budgetTokens").asInt());
            assertEquals(2, room.at("/limits/rounds").asInt());
            assertEquals("Tea", room.path("topic").asString());
            assertEquals(2, parley.run("room", "set", "talk", "--rounds", "6"));
            assertEquals(4, parley.run("room", "set", "tlak", "--rounds", "1"));
        }
    }

    @Test
    void aReadyMadeRoomIsAFileOneCanReadAndCopy() throws Exception {
        try (var parley = new Commands(home)) {
            assertEquals(0, parley.run("room", "templates", "planning"));
            var text = parley.out();
            assertEquals("free", Json.parse(text).orElseThrow().path("mode").asString());
            var own = Files.createDirectories(home.resolve("parley/config/rooms"));
            Files.writeString(own.resolve("mine.json"), text.replace("\"free\"", "\"estimate\""));
            assertEquals(0, parley.run("room", "templates"));
            assertThat(parley.out()).contains("mine ", "estimate");
            assertEquals(0, parley.run("room", "templates", "mine"));
            assertThat(parley.out()).contains("\"estimate\"");
            assertEquals(4, parley.run("room", "templates", "plannign"));
            assertThat(parley.err()).contains("planning");
        }
    }

    @Test
    void findingsAreDecidedOnWithOneKeyEach() throws Exception {
        var project = new Repository(home.resolve("project")).path();
        var diff = Files.writeString(home.resolve("change.diff"), "+++ A.java\n+ open();");
        try (var parley = new Commands(home)) {
            parley.run("room", "agent", "rex", "--provider", "demo", "--instructions", FINDER);
            parley.run("room", "new", "look", "--agent", "rex", "--mode", "review");
            assertEquals(0, parley.run("room", "say", "look", "Please", "--diff", diff + ""));
            parley.typing("what\nc\nt\n");
            assertEquals(
                    0,
                    parley.run("room", "findings", "look", "--decide", "--project", project + ""));
            assertThat(parley.out()).contains("F1", "A.java:1: Leaks", "T1");
            assertThat(parley.err())
                    .contains("ticket (t), comment (c)", "No Parley server is running")
                    .endsWith("No more findings to decide on.\n");
            assertEquals(0, parley.typing("").run("room", "findings", "look", "--decide"));
            assertThat(parley.out()).isEmpty();
            parley.run("room", "findings", "look");
            assertThat(parley.out()).contains("F1 open, found by rex, T1");
        }
    }
}
