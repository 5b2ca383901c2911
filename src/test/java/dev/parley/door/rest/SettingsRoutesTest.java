package dev.parley.door.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.testing.LiveServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// What a user can set over HTTP, with the demo agent.
class SettingsRoutesTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir Path directory;

    private LiveServer server;
    private Path config;

    @BeforeEach
    void start() throws Exception {
        config =
                Files.createDirectories(directory.resolve(".config/parley")).resolve("config.json");
        Files.writeString(config, "{\"port\": 4999, \"timeoutMinutes\": 7}");
        server = new LiveServer(directory);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private JsonNode post(int status, String path, String body) throws Exception {
        var answer = server.post(path, body.replace('\'', '"'));
        assertEquals(status, answer.status(), path + " " + answer.json());
        return answer.json();
    }

    private JsonNode written() throws Exception {
        return Json.parse(Files.readString(config)).orElseThrow();
    }

    private String request(String prompt) {
        return "{'provider':'demo','prompt':'%s','cwd':'%s'}".formatted(prompt, server.directory());
    }

    @Test
    void aProviderThatIsSwitchedOffIsRefusedAtEveryDoor() throws Exception {
        var off = post(200, "/api/settings/providers/demo", "{'isEnabled':false}");
        assertThat(off.path("isEnabled").asBoolean(true)).isFalse();
        assertEquals(false, written().at("/providers/demo/enabled").asBoolean(true));
        assertEquals(7, written().path("timeoutMinutes").asInt(), "the rest of the file stays");
        for (var path : new String[] {"/api/live", "/api/run"}) {
            assertThat(post(400, path, request("brief")).path("title").asString())
                    .contains("is switched off in the settings");
        }
        assertThat(
                        post(
                                        400,
                                        "/api/terminals",
                                        "{'provider':'demo','cwd':'" + server.directory() + "'}")
                                .path("title")
                                .asString())
                .contains("is switched off");
        post(200, "/api/settings/providers/demo", "{'isEnabled':true}");
        assertThat(written().has("providers")).isFalse();
        post(201, "/api/live", request("brief"));
        post(404, "/api/settings/providers/nobody", "{'isEnabled':false}");
    }

    @Test
    void anotherCommandIsTaken() throws Exception {
        post(200, "/api/settings/providers/kimi", "{'command':'/nowhere/kimi --fast'}");
        var title =
                post(503, "/api/run", request("x").replace("'demo'", "'kimi'"))
                        .path("title")
                        .asString();
        assertThat(title).contains("/nowhere/kimi");
        post(200, "/api/settings/providers/kimi", "{'command':''}");
        assertThat(written().has("providers")).isFalse();
    }

    @Test
    void rulesAreInForceAtOnceAndTriedAgainstThePast() throws Exception {
        var asking = post(201, "/api/live", request("permission")).path("id").asString();
        await().atMost(LONG).until(() -> !server.get("/api/approvals").json().isEmpty());
        var approval = server.get("/api/approvals").json().path(0);
        var trial =
                post(
                        200,
                        "/api/rules/test",
                        "{'approvalId':'" + approval.path("approvalId").asString() + "'}");
        assertEquals(1, trial.path("answered").asInt(), trial.toString());
        assertEquals(1, trial.path("asked").asInt());
        assertEquals(asking, trial.at("/examples/0/ref").asString());
        assertEquals(
                0,
                post(200, "/api/rules/test", "{'rule':'allow Nothing'}").path("answered").asInt());

        post(400, "/api/rules", "{'rules':['perhaps Read']}");
        assertThat(written().has("approvals")).isFalse();
        var rules = Json.object();
        rules.putArray("rules").add(trial.path("rule").asString());
        post(200, "/api/rules", rules.toString());
        post(201, "/api/live", request("permission"));
        var again = post(201, "/api/live", request("permission")).path("id").asString();
        await().atMost(LONG)
                .until(() ->
                        server.get("/api/live/" + again)
                                .json()
                                .path("state")
                                .asString()
                                .equals("idle"));
    }

    @Test
    void modelsAndKeysAreWrittenAndTried() throws Exception {
        var entry = "{'driver':'demo','repoPath':'" + server.directory() + "'}";
        var settings = post(200, "/api/settings/models/acme", entry);
        assertEquals("demo", settings.at("/models/entries/acme/driver").asString());
        var tried = post(200, "/api/settings/models/acme/test", "{}");
        assertThat(tried.path("isFine").asBoolean()).as(tried.toString()).isTrue();
        post(400, "/api/settings/models/acme", "{'driver':'nobody','repoPath':'/'}");
        assertEquals(200, server.delete("/api/settings/models/acme").status());
        assertEquals(404, server.delete("/api/settings/models/acme").status());

        var made = post(201, "/api/settings/keys", "{'name':'phone','perMinute':5}");
        assertThat(made.path("secret").asString()).startsWith("sk-parley-");
        assertThat(server.get("/api/settings").json().at("/keys/0").has("secret")).isFalse();
        assertEquals(200, server.delete("/api/settings/keys/phone").status());
        assertThat(server.get("/api/settings/roles/planner").json().path("text").asString())
                .isNotBlank();
    }
}
