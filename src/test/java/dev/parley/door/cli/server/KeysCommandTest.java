package dev.parley.door.cli.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.json.Json;
import dev.parley.testing.Commands;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

class KeysCommandTest {
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

    @Test
    void printsTheSecretOnceAndNeverAgain() {
        assertEquals(0, parley.run("keys", "add", "ci", "--model", "acme", "--per-minute", "30"));
        var secret = parley.out().strip();
        assertThat(secret).startsWith("sk-parley-");
        assertThat(parley.err()).contains("there is no model \"acme\" yet");
        assertTrue(parley.app().keys().find(secret).isPresent());
        assertEquals(0, parley.run("keys", "list"));
        assertThat(parley.out()).contains("ci", "acme", "any", "30").doesNotContain(secret);
        assertEquals(0, parley.run("keys", "list", "--json"));
        var key = Json.parse(parley.out()).orElseThrow().get(0);
        assertEquals(
                "{\"name\":\"ci\",\"models\":[\"acme\"],\"maxConcurrent\":null,\"perMinute\":30,\"created\":\"%s\"}"
                        .formatted(key.path("created").asString()),
                Json.write(key));
    }

    @Test
    void removesAKey() {
        parley.run("keys", "add", "ci");
        assertEquals(0, parley.run("keys", "remove", "ci", "--json"));
        assertEquals("ci", Json.parse(parley.out()).orElseThrow().path("removed").asString());
        assertEquals(0, parley.run("keys", "list"));
        assertThat(parley.out()).contains("There are no keys.");
    }

    @Test
    void saysWhatIsWrong() {
        parley.run("keys", "add", "ci");
        assertEquals(2, parley.run("keys", "add", "ci"));
        assertThat(parley.err()).contains("There is a key \"ci\" already.");
        assertEquals(2, parley.run("keys", "add", "a/b"));
        assertThat(parley.err()).contains("is no name for a key");
        assertEquals(2, parley.run("keys", "add", "x", "--per-minute", "0"));
        assertThat(parley.err()).contains("--per-minute is 0");
        assertEquals(4, parley.run("keys", "remove", "co"));
        assertThat(parley.err())
                .contains("There is no key \"co\". Did you mean ci?".substring(0, 20));
        assertEquals(2, parley.run("keys"));
        assertThat(parley.err()).contains("Usage: parley keys");
    }
}
