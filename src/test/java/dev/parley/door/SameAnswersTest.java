package dev.parley.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.parley.base.json.Json;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.testing.Commands;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// What the machine has is the same at the command line and over HTTP.
class SameAnswersTest {
    @TempDir Path home;

    private Commands parley;

    @BeforeEach
    void open() {
        parley = new Commands(home);
    }

    @AfterEach
    void close() {
        parley.close();
    }

    private JsonNode command(String... words) {
        assertEquals(0, parley.run(words), parley::err);
        return Json.parse(parley.out()).orElseThrow();
    }

    private JsonNode get(String path) throws Exception {
        try (var doors = parley.app().newServer(0)) {
            var request = new Request("GET", path, Map.of(), Map.of(), Map.of(), "");
            var answer = assertInstanceOf(Response.Whole.class, doors.routes().handle(request));
            return Json.parse(answer.body()).orElseThrow();
        }
    }

    @Test
    void providersAreThoseOfTheDoctor() throws Exception {
        assertEquals(command("doctor", "--json").path("providers"), get("/api/providers"));
    }

    @Test
    void modelsAreThoseOfTheCommandWithTheAgentsInRepositories() throws Exception {
        parley.run("models", "add", "acme", "--driver", "demo", "--repo", home.toString());
        var models = get("/api/models");
        assertEquals(command("models", "--json"), models);
        assertThat(models.findValuesAsString("name")).contains("acme", "gpt-5.2");
    }

    @Test
    void toolsAreThoseOfTheCommandWhereNoProjectHasAny() throws Exception {
        var tools = get("/api/tools");
        assertEquals(command("tools", "--cwd", "/", "--json"), tools);
        assertThat(tools.path("tools").findValuesAsString("name")).contains("create_ticket");
    }

    @Test
    void aBrokenFileOfAgentsLeavesTheOtherModels() throws IOException, Exception {
        var file = home.resolve("parley/config/models.json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "{");
        assertThat(get("/api/models").findValuesAsString("name")).contains("gpt-5.2");
        assertEquals(6, parley.run("models"));
    }
}
