package dev.parley.work.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.json.Json;
import dev.parley.base.json.StrictJson;
import dev.parley.base.problem.Problem;
import dev.parley.base.resource.Resources;
import dev.parley.config.Config;
import dev.parley.provider.Providers;
import dev.parley.testing.Commands;
import dev.parley.tool.SchemaComplaints;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/// A schema says yes to what Parley reads, and no to what it refuses.
class FileSchemasTest {
    @TempDir Path directory;

    private static boolean takes(FileSchemas schema, String text) {
        return SchemaComplaints.of(schema.schema(), Json.parse(text).orElseThrow()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude", "codex", "gemini", "opencode", "kimi", "qwen", "demo"})
    void takesTheProfilesThatShip(String id) {
        var text = Resources.text(Providers.class, id + "/profile.json");
        var complaints =
                SchemaComplaints.of(FileSchemas.PROVIDER.schema(), Json.parse(text).orElseThrow());
        assertEquals(List.of(), complaints);
    }

    @Test
    void takesEverySettingThereIs() {
        var text =
                """
                {"$schema": "x", "port": 65535, "outputLimitMegabytes": 2000, "timeoutMinutes": 1,
                 "models": [{"name": "mine", "provider": "claude", "cliName": "opus", "aliases": ["m"]}],
                 "passEnvironment": {"claude": ["MY_*"]}, "live": {"idleSeconds": 60},
                 "approvals": ["allow Read"], "store": {"keepDays": 7}, "tools": ["create_ticket"],
                 "projects": {"/p": {"tools": []}}, "trustedProjects": ["/p"],
                 "apis": {"mine": {"kind": "openai", "url": "http://127.0.0.1:11434/v1"}},
                 "agents": {"maxChainCost": 2.5, "checks": {"/p": ["make"]}}, "mcpPatienceSeconds": {"*": 20},
                 "providers": {"kimi": {"enabled": false}}, "onLimit": ["codex"], "onLimitAsks": false,
                 "defaultProvider": "codex", "openaiDirectory": "/srv"}
                """;
        StrictJson.read(text, "config.json", Config.class);
        assertTrue(takes(FileSchemas.CONFIG, text));
        Json.parse(text)
                .orElseThrow()
                .propertyNames()
                .forEach(key ->
                        assertThat(FileSchemas.CONFIG.schema().path("properties").has(key))
                                .isTrue());
        var settings = Configuration.keys().stream().map(key -> key.split("\\.")[0]).toList();
        assertThat(settings)
                .allMatch(key -> FileSchemas.CONFIG.schema().path("properties").has(key));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"prot\": 1}",
                "{\"port\": \"4780\"}",
                "{\"live\": {\"idle\": 1}}",
                "{\"approvals\": \"allow\"}",
                "{\"providers\": {\"kimi\": {\"enabled\": 1}}}",
                "{\"apis\": {\"mine\": {\"kind\": \"other\"}}}"
            })
    void refusesWhatIsRefused(String text) {
        assertFalse(takes(FileSchemas.CONFIG, text));
        assertThrows(Problem.class, () -> StrictJson.read(text, "config.json", Config.class));
    }

    @ParameterizedTest
    @EnumSource(FileSchemas.class)
    void everyOneIsPrinted(FileSchemas schema) {
        try (var parley = new Commands(directory)) {
            assertEquals(0, parley.run("config", "schema", schema.id()));
            assertEquals(schema.schema(), Json.parse(parley.out()).orElseThrow());
            assertEquals(0, parley.run("config", "schema"));
            assertThat(parley.out()).contains(schema.id(), schema.file());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\n  \"$schema\": \"./x\",\n  \"port\": 1,\n}",
                "{\"port\": 1, \"$schema\": \"./x\"}",
                "{\"$schema\": \"a\\\"b,c\", \"port\": 1}",
                "{ // why\n \"port\": 1 , /* the schema */ \"$schema\" : \"x\" , }"
            })
    void aFileMayNameItsSchema(String text) throws IOException {
        var file = Files.writeString(directory.resolve("config.json"), text);
        assertEquals(1, Config.read(file).port());
    }

    @Test
    void linesStayWhatTheyAreBehindASchema() throws IOException {
        var file =
                Files.writeString(
                        directory.resolve("config.json"),
                        "{\n \"$schema\": \"x\",\n \"prot\": 1\n}");
        var problem = assertThrows(Problem.class, () -> Config.read(file));
        assertEquals(3, StrictJson.line(problem).orElseThrow());
    }

    /// Whoever writes the file for a person keeps it.
    @Test
    void aSettingThatIsChangedKeepsTheSchema() throws IOException {
        var file = directory.resolve("parley/config/config.json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "{\"$schema\": \"./config.schema.json\"}");
        try (var parley = new Commands(directory)) {
            assertEquals(0, parley.run("config", "set", "port", "4790"), parley::err);
        }
        assertThat(file).content().contains("./config.schema.json", "4790");
    }

    /// What the documents show can be copied.
    @Test
    void takesTheExamplesOfTheDocuments() throws IOException {
        var example = Pattern.compile("(?m)^    (\\{ .*(?:\\n    .*)*?\\})$");
        var readme = example.matcher(Files.readString(Path.of("README.md")));
        assertTrue(readme.find());
        assertTrue(takes(FileSchemas.CONFIG, readme.group(1)), readme.group(1));
        var openai = example.matcher(Files.readString(Path.of("docs/openai.md")));
        assertTrue(openai.find());
        assertTrue(takes(FileSchemas.MODELS, openai.group(1)), openai.group(1));
    }
}
