package dev.parley.door.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.disk.FileTree;
import dev.parley.base.json.Json;
import dev.parley.testing.Commands;
import dev.parley.testing.StoredMachine;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// `parley move`, `export` and `import`, as a person types them.
class MoveCommandsTest {
    private static final String CLAUDE = "4977e079-78bf-4afb-82a6-674f2fb33cad";

    @TempDir Path temp;

    private Path home;
    private Commands parley;

    @BeforeEach
    void open() throws IOException {
        home = temp.toRealPath();
        new StoredMachine(home);
        parley = new Commands(home);
    }

    @AfterEach
    void close() {
        parley.close();
    }

    private JsonNode json(String... words) {
        assertEquals(0, parley.run(words), parley::err);
        return Json.parse(parley.out()).orElseThrow();
    }

    private String moved() {
        return json("move", CLAUDE, "--to", "codex", "--cwd", home.toString(), "--json")
                .path("to")
                .asString();
    }

    @Test
    void bothEndsTellOfEachOther() {
        var to = moved();
        assertEquals(0, parley.run("sessions", "--limit", "100"));
        assertThat(parley.out()).contains("(from claude) ").contains("(goes on in codex) ");
        assertEquals(0, parley.run("show", to));
        assertThat(parley.out()).contains("goes on from claude:" + CLAUDE);
        assertEquals(0, parley.run("show", CLAUDE));
        assertThat(parley.out()).contains("goes on in " + to);
        assertThat(json("move", "list", "--json").path(0).path("to").asString()).isEqualTo(to);

        assertEquals(0, parley.run("move", "undo"));
        assertThat(parley.out()).contains("is gone");
        assertEquals(0, parley.run("show", CLAUDE));
        assertThat(parley.out()).doesNotContain("goes on in");
    }

    @Test
    void aForkIsNoThreadThatGoesOn() {
        json(
                "move",
                CLAUDE,
                "--to",
                "claude",
                "--to-turn",
                "1",
                "--cwd",
                home.toString(),
                "--json");
        assertEquals(0, parley.run("sessions", "--limit", "100"));
        assertThat(parley.out()).contains("(fork) ").doesNotContain("goes on in");
    }

    @Test
    void whatItsCliHasDeletedIsToldNoMore() throws IOException {
        var move = json("move", CLAUDE, "--to", "kimi", "--cwd", home.toString(), "--json");
        try (var files = Files.walk(home.resolve(".kimi-code/sessions"))) {
            var made =
                    files.filter(file ->
                                    file.getFileName()
                                            .toString()
                                            .equals(move.path("sessionId").asString()))
                            .findFirst()
                            .orElseThrow();
            FileTree.delete(made);
        }
        assertEquals(0, parley.run("show", CLAUDE));
        assertThat(parley.out()).doesNotContain("goes on in");
    }

    @Test
    void printsWhatWouldBeWrittenAndWritesNothing() {
        assertEquals(
                0,
                parley.run("move", CLAUDE, "--to", "codex", "--cwd", home.toString(), "--print"));
        assertThat(parley.out()).contains("session_meta").contains("<parley-moved>");
        assertEquals(0, json("move", "list", "--json").size());
    }

    @Test
    void aFileCarriesAConversationToAnotherCli() throws IOException {
        var file = home.resolve("talk.parley");
        assertEquals(0, parley.run("export", CLAUDE, "--out", file.toString()), parley::err);
        assertThat(file).content().contains("parley-conversation");
        var made =
                json("import", file.toString(), "--to", "qwen", "--cwd", home.toString(), "--json");
        assertThat(made.path("from").asString()).isEqualTo("claude:" + CLAUDE);
        assertEquals(0, parley.run("show", made.path("to").asString()));
        assertThat(parley.run("import", file.toString(), "--to", "opencode")).isNotZero();
    }

    @Test
    void saysWhatIsMissing() {
        assertEquals(2, parley.run("move", CLAUDE));
        assertThat(parley.err()).contains("No CLI is named");
        assertEquals(4, parley.run("move", "no-such-session", "--to", "codex"));
        assertEquals(2, parley.run("import", home.resolve("none").toString(), "--to", "claude"));
        assertThat(parley.err()).contains("parley export");
    }

    @Test
    void anExportThatFailsLeavesWhatIsThere() throws IOException {
        var file = home.resolve("talk.parley");
        assertEquals(4, parley.run("export", "no-such-session", "--out", file.toString()));
        assertThat(file).doesNotExist();
        Files.writeString(file, "precious");
        assertEquals(2, parley.run("export", CLAUDE, "--out", file.toString()));
        assertEquals(4, parley.run("export", "none", "--out", file.toString(), "--force"));
        assertThat(file).hasContent("precious");
        assertEquals(2, parley.run("export", CLAUDE, "--out", "/dev/null", "--force"));
        assertThat(parley.err()).contains("is no file");
        assertEquals(0, parley.run("export", CLAUDE, "--out", file.toString(), "--force"));
        assertThat(file).content().contains("parley-conversation");
        try (var left = Files.list(home)) {
            assertThat(left.map(Path::toString)).noneMatch(name -> name.contains(".talk"));
        }
    }
}
