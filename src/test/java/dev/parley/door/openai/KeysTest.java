package dev.parley.door.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.testing.ParleyServer;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// What a named key opens, and what not.
class KeysTest {
    private static final String CHAT = "/v1/chat/completions";

    @TempDir Path directory;

    private ParleyServer server;

    @BeforeEach
    void open() throws Exception {
        server =
                new ParleyServer(
                        directory,
                        "PARLEY",
                        """
                        text=$(cat)
                        echo "$@" >> "$HOME/arguments"
                        case $text in *wait*) echo > "$HOME/started"; while [ ! -e "$HOME/go" ]; do sleep 0.05; done ;; esac
                        echo '{"type":"message.assistant","sessionId":"s1","message":{"role":"assistant","content":"ok"}}'
                        """);
        var repository = server.repository();
        server.write(
                """
                {"acme": {"driver": "stub", "repoPath": "%s"}, "other": {"driver": "stub", "repoPath": "%s"}}
                """
                        .formatted(repository, repository));
    }

    @AfterEach
    void close() {
        server.close();
    }

    private String key(String name, List<String> models, Integer atATime, Integer perMinute) {
        return server.app()
                .keys()
                .add(name, models, Optional.ofNullable(atATime), Optional.ofNullable(perMinute))
                .secret();
    }

    private HttpResponse<String> send(String secret, HttpRequest.Builder request) throws Exception {
        return server.send(request.setHeader("Authorization", "Bearer " + secret));
    }

    private HttpResponse<String> chat(String secret, String model, String text) throws Exception {
        var body =
                """
                {"model":"%s","user":"u","messages":[{"role":"user","content":"%s"}]}
                """
                        .formatted(model, text);
        return send(secret, server.posting(CHAT, body));
    }

    @Test
    void aKeyOpensTheOpenAiDoorAndNothingElse() throws Exception {
        var secret = key("ci", List.of(), null, null);
        assertEquals(200, chat(secret, "acme", "hi").statusCode());
        for (var path : List.of("/api/providers", "/api/models", "/api/inbox")) {
            assertEquals(401, send(secret, server.to(path)).statusCode(), path);
        }
        assertEquals(401, send(secret, server.posting("/api/links", "{}")).statusCode());
        assertEquals(401, chat(secret + "x", "acme", "hi").statusCode());
        assertEquals(401, chat("sk-parley-", "acme", "hi").statusCode());
        assertEquals(
                200, server.send(server.to("/v1/models")).statusCode(), "the token still does");
    }

    @Test
    void theSecretIsNowhereAndTheFileIsPrivate() throws Exception {
        var secret = key("ci", List.of(), null, null);
        var file = server.file("parley/data/keys.json");
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertThat(Files.readString(file)).contains("\"sha256\"").doesNotContain(secret);
    }

    @Test
    void aRemovedKeyOpensNothingAnyMore() throws Exception {
        var secret = key("ci", List.of(), null, null);
        assertEquals(200, chat(secret, "acme", "hi").statusCode());
        server.app().keys().remove("ci");
        assertEquals(401, chat(secret, "acme", "hi").statusCode());
    }

    @Test
    void aBrokenFileOpensNothing() throws Exception {
        var secret = key("ci", List.of(), null, null);
        Files.writeString(server.file("parley/data/keys.json"), "{");
        assertEquals(401, chat(secret, "acme", "hi").statusCode());
        assertEquals(200, server.send(server.to("/v1/models")).statusCode());
    }

    @Test
    void otherModelsLookUnknown() throws Exception {
        var secret = key("ci", List.of("acme"), null, null);
        assertEquals(200, chat(secret, "acme", "hi").statusCode());
        var refused = chat(secret, "other", "hi");
        assertEquals(404, refused.statusCode());
        assertEquals(
                "There is no model \"other\" here. Known models: acme.",
                Json.parse(refused.body()).orElseThrow().path("error").path("message").asString());
        var list = Json.parse(send(secret, server.to("/v1/models")).body()).orElseThrow();
        assertEquals(1, list.path("data").size());
        assertEquals(404, send(secret, server.to("/v1/models/other")).statusCode());
        assertEquals(200, send(secret, server.to("/v1/models/acme")).statusCode());
    }

    @Test
    void oneKeyDoesNotGoOnWithTheSessionsOfAnother() throws Exception {
        var one = key("one", List.of(), null, null);
        var two = key("two", List.of(), null, null);
        chat(one, "acme", "hi");
        chat(two, "acme", "hi");
        chat(one, "acme", "hi");
        assertEquals("run\nrun\nresume s1\n", Files.readString(server.file("arguments")));
    }

    @Test
    void aKeyBeginsAsManyCallsPerMinuteAsItMay() throws Exception {
        var secret = key("ci", List.of(), null, 2);
        assertEquals(200, chat(secret, "acme", "hi").statusCode());
        assertEquals(200, chat(secret, "acme", "hi").statusCode());
        var refused = chat(secret, "acme", "hi");
        assertEquals(429, refused.statusCode());
        assertThat(refused.body()).contains("rate_limit_exceeded").contains("2 calls per minute");
        assertThat(Integer.parseInt(refused.headers().firstValue("Retry-After").orElseThrow()))
                .isBetween(1, 60);
    }

    @Test
    void aKeyHasAsManyCallsAtATimeAsItMay() throws Exception {
        var secret = key("ci", List.of(), 1, null);
        var first = CompletableFuture.supplyAsync(() -> quietly(secret));
        Awaitility.await().until(() -> Files.exists(server.file("started")));
        assertEquals(429, chat(secret, "acme", "hi").statusCode());
        Files.writeString(server.file("go"), "");
        assertEquals(200, first.join().statusCode());
        assertEquals(200, chat(secret, "acme", "hi").statusCode());
    }

    private HttpResponse<String> quietly(String secret) {
        try {
            return chat(secret, "acme", "wait");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
