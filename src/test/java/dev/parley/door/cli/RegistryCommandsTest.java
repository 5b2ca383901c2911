package dev.parley.door.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.testing.Commands;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

class RegistryCommandsTest {
    @TempDir Path home;

    private Commands parley;
    private Path file;

    @BeforeEach
    void open() throws IOException {
        parley = new Commands(home);
        file = home.resolve("parley/config/models.json");
        Files.createDirectories(file.getParent());
    }

    @AfterEach
    void close() {
        parley.close();
    }

    @Test
    void addsAnEntryAndKeepsTheOthersAsTheyWere() throws IOException {
        Files.writeString(file, "{\"old\":{\"repoPath\":\"/r\",\"driver\":\"demo\"}}");
        assertEquals(
                0,
                parley.run(
                        "models",
                        "add",
                        "acme",
                        "--driver",
                        "codex",
                        "--repo",
                        home.toString(),
                        "--agent-file",
                        "docs/AGENT.md",
                        "--model",
                        "gpt-5.5",
                        "--permission",
                        "edit",
                        "--worktree",
                        "--keep-worktree",
                        "--timeout",
                        "15m",
                        "--max-concurrent",
                        "4",
                        "--helpers",
                        "deny"));
        assertEquals(
                """
                {"old":{"repoPath":"/r","driver":"demo"},"acme":{"driver":"codex","repoPath":"%s","agentFile":"docs/AGENT.md",\
                "model":"gpt-5.5","permission":"edit","worktree":true,"keepWorktree":true,"timeoutSeconds":900,"maxConcurrent":4,\
                "policy":{"helpers":"deny"}}}\
                """
                        .formatted(home),
                Json.write(Json.parse(Files.readString(file)).orElseThrow()));
        try (var files = Files.list(file.getParent())) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void aNewFileIsMadeAndTheNameIsListed() {
        assertEquals(
                0,
                parley.run(
                        "models",
                        "add",
                        "acme",
                        "--driver",
                        "demo",
                        "--repo",
                        home.toString(),
                        "--json"));
        assertThat(parley.out()).contains("\"repoPath\"");
        assertEquals(0, parley.run("models"));
        assertThat(parley.out()).containsPattern("acme +demo +in " + home);
        assertEquals(0, parley.run("models", "--json"));
        var list = Json.parse(parley.out()).orElseThrow();
        assertEquals("acme", list.get(list.size() - 1).path("name").asString());
    }

    @Test
    void anEntryIsReplacedOnlyWhenToldTo() {
        var add = new String[] {"models", "add", "a", "--driver", "demo", "--repo", "/usr"};
        assertEquals(0, parley.run(add));
        assertEquals(2, parley.run(add));
        assertThat(parley.err()).contains("There is a model \"a\" already.");
        assertEquals(
                0,
                parley.run(
                        "models", "add", "a", "--driver", "codex", "--repo", "/usr", "--replace"));
        assertEquals("codex", parley.app().models().agent(Optional.empty(), "a").driver());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "models add a --driver cdex --repo /usr | Did you mean codex?",
                "models add a/b --driver demo --repo /usr | is no name for a model",
                "models add a --driver demo --repo /usr --max-concurrent 0 | \"a.maxConcurrent\" is 0",
                "models add a --driver demo --repo /usr --helpers maybe | --helpers: there is no \"maybe\"; allow or deny",
                "models add a --driver demo --repo /usr --timeout soon | is no duration",
                "models add a --driver demo --repo /usr --agent-file /etc/x | Name a file inside the repository",
                "models add a --driver demo --repo /nowhere | There is no directory /nowhere.",
                "models add a --repo /usr | --driver is missing."
            })
    void whatMakesNoSenseChangesNothing(String command, String words) {
        assertEquals(2, parley.run(command.split(" ")));
        assertThat(parley.err()).contains(words);
        assertThat(file).doesNotExist();
    }

    @Test
    void aBrokenFileIsLeftAlone() throws IOException {
        Files.writeString(file, "{\"old\": ");
        assertEquals(6, parley.run("models", "add", "a", "--driver", "demo", "--repo", "/usr"));
        assertEquals(6, parley.run("models", "remove", "old"));
        assertEquals("{\"old\": ", Files.readString(file));
    }

    @Test
    void removesAName() throws IOException {
        Files.writeString(
                file,
                "{\"a\":{\"driver\":\"demo\",\"repoPath\":\"/r\"},\"b\":{\"driver\":\"demo\",\"repoPath\":\"/r\"}}");
        assertEquals(0, parley.run("models", "remove", "a"));
        assertEquals(
                "{\"b\":{\"driver\":\"demo\",\"repoPath\":\"/r\"}}",
                Json.write(Json.parse(Files.readString(file)).orElseThrow()));
        assertEquals(4, parley.run("models", "remove", "a"));
        assertThat(parley.err()).contains("There is no model \"a\" in models.json.");
    }

    @Test
    void testAsksTheAgent() {
        parley.run("models", "add", "acme", "--driver", "demo", "--repo", home.toString());
        assertEquals(0, parley.run("models", "test", "acme", "hello", "there"));
        assertThat(parley.out()).contains("hello there");
        assertEquals(0, parley.run("models", "test", "acme", "--json"));
        assertThat(Json.parse(parley.out()).orElseThrow().path("answer").asString()).isNotBlank();
        assertEquals(2, parley.run("models", "test", "acne"));
        assertThat(parley.err()).contains("There is no model").contains("Did you mean acme?");
    }
}
