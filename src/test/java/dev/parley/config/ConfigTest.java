package dev.parley.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.api.Model;
import dev.parley.base.problem.Problem;
import dev.parley.modelapi.ApiKind;
import dev.parley.modelapi.DeclaredApi;
import dev.parley.process.Launch;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

class ConfigTest {
    @TempDir Path directory;

    private Path file(String text) {
        try {
            return Files.writeString(directory.resolve("config.json"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Problem problem(String text) {
        var file = file(text);
        var problem = assertThrows(Problem.class, () -> Config.read(file), text);
        assertEquals(Problem.Kind.BROKEN_CONFIGURATION, problem.kind());
        assertThat(problem.message()).startsWith(file.toString());
        return problem;
    }

    @Test
    void everythingHasADefault() {
        for (var config :
                List.of(Config.read(directory.resolve("none.json")), Config.read(file("{}")))) {
            assertEquals(4780, config.portOrDefault());
            assertEquals(Launch.DEFAULT_OUTPUT_LIMIT, config.outputLimit());
            assertEquals(Launch.DEFAULT_TIMEOUT, config.timeout());
            assertEquals(List.of(), config.models());
            assertEquals(Map.of(), config.passEnvironment());
            assertEquals(Duration.ofMinutes(10), config.live().idle());
            assertEquals(10, config.live().processes());
            assertEquals(Duration.ofHours(1), config.live().approvalTimeout());
            assertEquals(Duration.ofSeconds(10), config.live().interruptGrace());
            assertEquals(List.of(), config.approvals());
            assertNull(config.tools());
            assertEquals(Map.of(), config.projects());
            assertEquals(List.of(), config.trustedProjects());
        }
    }

    @Test
    void everythingCanBeSet() {
        var config =
                Config.read(
                        file(
                                """
                                {"port": 65535, "outputLimitMegabytes": 2000, "timeoutMinutes": 1,
                                 "models": [{"name": "mine", "provider": "claude", "cliName": "opus", "aliases": ["m"]}],
                                 "passEnvironment": {"claude": ["MY_*", "TOKEN"]},
                                 "live": {"idleSeconds": 60, "maxProcesses": 3, "approvalTimeoutSeconds": 0,
                                          "interruptGraceSeconds": 5, "startTimeoutSeconds": 90},
                                 "approvals": ["allow Read"], "store": {"keepDays": 7, "keepMegabytes": 50},
                                 "tools": ["create_ticket"], "projects": {"/p": {"tools": []}},
                                 "trustedProjects": ["/p"],
                                 "apis": {"mine": {"kind": "openai", "url": "http://127.0.0.1:11434/v1",
                                                   "keyVariable": "MY_KEY", "models": ["qwen3:8b"], "maxOutputTokens": 9}},
                                 "agents": {"summarizer": "haiku", "signIn": ["claude"], "checks": {"/p": ["make", "test"]},
                                            "maxDepth": 3, "maxDescendants": 9, "maxChainCost": 2.5, "budgetPerDay": 10,
                                            "keepDays": 5},
                                 "mcpPatienceSeconds": {"codex": 60, "*": 20},
                                 "providers": {"kimi": {"enabled": false, "command": "/opt/kimi", "home": "~/k"}},
                                 "onLimit": ["codex", "gemini"], "onLimitAsks": false, "defaultProvider": "codex",
                                 "openaiDirectory": "/srv/desk"}
                                """));
        assertEquals(
                new Config(
                        65535,
                        2000,
                        1,
                        List.of(new Model("mine", "claude", null, "opus", List.of("m"), false)),
                        Map.of("claude", List.of("MY_*", "TOKEN")),
                        new Config.Live(60, 3, 0, 5, 90),
                        List.of("allow Read"),
                        new Config.Store(7, 50),
                        List.of("create_ticket"),
                        Map.of("/p", new Config.Project(List.of())),
                        List.of("/p"),
                        Map.of(
                                "mine",
                                new DeclaredApi(
                                        ApiKind.OPENAI,
                                        "http://127.0.0.1:11434/v1",
                                        "MY_KEY",
                                        List.of("qwen3:8b"),
                                        9)),
                        new AgentSettings(
                                "haiku",
                                List.of("claude"),
                                Map.of("/p", List.of("make", "test")),
                                3,
                                9,
                                2.5,
                                10.0,
                                5),
                        Map.of("codex", 60, "*", 20),
                        Map.of("kimi", new Config.ProviderSettings(false, "/opt/kimi", "~/k")),
                        List.of("codex", "gemini"),
                        false,
                        "codex",
                        "/srv/desk"),
                config);
        assertEquals(Duration.ofDays(7), config.store().age());
        assertEquals(50L * 1024 * 1024, config.store().bytes());
        assertEquals(Duration.ofMinutes(1), config.live().idle());
        assertEquals(3, config.live().processes());
        assertEquals(Duration.ZERO, config.live().approvalTimeout());
        assertEquals(Duration.ofSeconds(5), config.live().interruptGrace());
        assertEquals(Duration.ofSeconds(90), config.live().startTimeout());
        assertEquals(2000L * 1024 * 1024, config.outputLimit());
        assertEquals(Duration.ofMinutes(1), config.timeout());
        assertEquals(65535, config.portOrDefault());
    }

    @ParameterizedTest
    @CsvSource({
        "port, 0, 1, 65535",
        "port, -1, 1, 65535",
        "port, 65536, 1, 65535",
        "outputLimitMegabytes, 0, 1, 2000",
        "outputLimitMegabytes, 2001, 1, 2000",
        "timeoutMinutes, 0, 1, 10080",
        "timeoutMinutes, 10081, 1, 10080",
        "timeoutMinutes, -2147483648, 1, 10080"
    })
    void whatIsOutOfRangeIsNamedWithItsRange(String key, int value, int least, int most) {
        assertEquals(
                "%s: \"%s\" is %d, but must be between %d and %d."
                        .formatted(directory.resolve("config.json"), key, value, least, most),
                problem("{\"%s\": %d}".formatted(key, value)).message());
    }

    @ParameterizedTest
    @CsvSource({
        "idleSeconds, 0, 1, 604800",
        "maxProcesses, 0, 1, 10000",
        "approvalTimeoutSeconds, -1, 0, 604800",
        "interruptGraceSeconds, 0, 1, 3600"
    })
    void soIsWhatIsOutOfRangeAboutLiveSessions(String key, int value, int least, int most) {
        assertEquals(
                "%s: \"live.%s\" is %d, but must be between %d and %d."
                        .formatted(directory.resolve("config.json"), key, value, least, most),
                problem("{\"live\": {\"%s\": %d}}".formatted(key, value)).message());
    }

    @ParameterizedTest
    @CsvSource({
        "maxDepth, 0, 'is 0, but must be between 1 and 10.'",
        "maxDescendants, 0, 'is 0, but must be between 1 and 10000.'",
        "keepDays, 0, 'is 0, but must be between 1 and 36500.'",
        "budgetPerDay, 0, is 0.0.",
        "maxChainCost, -1, is -1.0."
    })
    void soIsWhatAgentsMayNotHave(String key, int value, String complaint) {
        assertThat(problem("{\"agents\": {\"%s\": %d}}".formatted(key, value)).message())
                .endsWith("\"agents." + key + "\" " + complaint);
    }

    @Test
    void anUnknownKeyComesWithTheClosest() {
        assertEquals("Did you mean port?", problem("{\"prt\": 1}").remedy());
        assertEquals(
                "Did you mean cliName or name?",
                problem("{\"models\": [{\"name\": \"x\", \"cliname\": \"y\"}]}").remedy());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"port\": \"4780\"} | \"port\"",
                "{\"port\": 1.5} | \"port\"",
                "{\"timeoutMinutes\": \"30m\"} | \"timeoutMinutes\"",
                "{\"models\": {}} | \"models\"",
                "{\"models\": [\"opus\"]} | \"models[0]\"",
                "{\"models\": [{\"name\": \"x\", \"aliases\": \"y\"}]} | \"models[0].aliases\"",
                "{\"passEnvironment\": [\"A\"]} | \"passEnvironment\"",
                "{\"passEnvironment\": {\"claude\": \"A\"}} | \"passEnvironment.claude\"",
                "{\"passEnvironment\": {\"claude\": [null]}} | \"passEnvironment.claude[0]\""
            })
    void aWrongTypeIsNamedWithItsKey(String text, String key) {
        assertThat(problem(text).message()).contains(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"models\": [{\"name\": \"a\"}, {\"provider\": \"claude\"}]}",
                "{\"models\": [{\"name\": \"a\"}, {\"name\": null}]}",
                "{\"models\": [{\"name\": \"a\"}, {\"name\": \" \"}]}"
            })
    void aModelWithoutANameIsAnError(String text) {
        assertEquals(
                directory.resolve("config.json") + ": the key \"models[1].name\" is missing.",
                problem(text).message());
    }

    @Test
    void aDirectoryInPlaceOfTheFileIsAnError() {
        var problem = assertThrows(Problem.class, () -> Config.read(directory));
        assertThat(problem.message()).contains(directory.toString());
    }
}
