package dev.parley.door.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.testing.Commands;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/// `parley room`
class RoomCommandTest {
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
}
