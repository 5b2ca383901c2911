package dev.parley.door.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.testing.Commands;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class ToolsCommandTest {
    @TempDir Path home;

    private Path tools;
    private Path project;
    private Commands parley;

    @BeforeEach
    void open() throws IOException {
        tools = Files.createDirectories(home.resolve("parley/config/tools"));
        project = Files.createDirectories(home.toRealPath().resolve("project"));
        Files.writeString(
                tools.resolve("greet.json"),
                """
                {"name": "greet", "description": "Greets somebody.", "does": "reads",
                 "schema": {"type": "object", "properties": {"who": {"type": "string"}}, "required": ["who"]},
                 "command": ["sh", "-c", "read -r all; echo \\"hello $all\\""]}
                """);
        parley = new Commands(home);
    }

    @AfterEach
    void close() {
        parley.close();
    }

    private JsonNode listed() {
        assertEquals(0, parley.run("tools", "list", "--cwd", project.toString(), "--json"));
        return Json.parse(parley.out()).orElseThrow();
    }

    private List<String> names() {
        return listed().path("tools")
                .valueStream()
                .map(one -> one.path("name").asString())
                .toList();
    }

    @Test
    void listsParleysToolsAndTheUsers() throws IOException {
        Files.writeString(tools.resolve("bad.json"), "{\"name\": \"x\", \"comand\": []}");

        assertEquals(0, parley.run("tools", "--cwd", project.toString()), parley::err);
        assertThat(parley.out())
                .containsPattern("create_ticket +tickets +writes +live sessions +Parley\n")
                .containsPattern("greet +own +reads +live sessions +/.*greet.json\n")
                .containsPattern(
                        "NOT USED: /.*bad.json: unknown key \"comand\". Did you mean command\\?");
        var bad = listed().path("tools").valueStream().toList().getLast();
        assertThat(bad.path("problem").asString()).contains("comand");
    }

    @Test
    void showsOne() {
        assertEquals(0, parley.run("tools", "show", "greet"), parley::err);
        assertThat(parley.out()).contains("Greets somebody.", "\"who\"", "greet.json");
        assertEquals(2, parley.run("tools", "show", "great"));
        assertThat(parley.err()).contains("no tool \"great\"", "Did you mean greet?");
        assertEquals(2, parley.run("tools", "show", "tickets"));
        assertThat(parley.err()).contains("is a group of tools");
    }

    @Test
    void testsOneWithItsArgumentsChecked() {
        assertEquals(0, parley.run("tools", "test", "greet", "--args", "{\"who\":\"you\"}"));
        assertEquals("hello {\"who\":\"you\"}\n", parley.out());
        assertThat(parley.err()).matches("answered in \\d+ ms\n");
        assertEquals(1, parley.run("tools", "test", "greet"));
        assertThat(parley.err()).contains("do not fit greet", "who");
        assertEquals(2, parley.run("tools", "test", "greet", "--args", "who"));
        assertThat(parley.err()).contains("no JSON");
        assertEquals(1, parley.run("tools", "test", "greet", "--args", "{\"who\":1}", "--json"));
        assertThat(Json.parse(parley.out()).orElseThrow().path("isError").asBoolean()).isTrue();
        assertEquals(0, parley.run("tools", "test", "list_tickets"), parley::err);
    }

    @Test
    void aProjectIsUsedOnceItIsTrustedAndOnlyThen() throws IOException {
        var declared = Files.createDirectories(project.resolve(".parley/tools"));
        Files.writeString(
                declared.resolve("deploy.json"),
                "{\"name\":\"deploy\",\"description\":\"d\",\"command\":[\"echo\",\"gone\"]}");

        assertThat(names()).doesNotContain("deploy");
        assertThat(listed().path("notes").get(0).asString()).contains("parley tools trust");
        assertEquals(2, parley.run("tools", "test", "deploy", "--cwd", project.toString()));

        assertEquals(0, parley.run("tools", "trust", project.toString()), parley::err);
        assertThat(names()).contains("deploy");
        assertThat(listed().path("notes").isEmpty()).isTrue();
        assertEquals(0, parley.run("tools", "test", "deploy", "--cwd", project.toString()));
        assertEquals("gone\n", parley.out());
        assertEquals(2, parley.run("tools", "test", "deploy", "--cwd", home.toString()));

        assertEquals(0, parley.run("tools", "distrust", project.toString(), "--json"), parley::err);
        assertThat(parley.out()).doesNotContain("\"deploy\"");
        assertThat(names()).doesNotContain("deploy");
        assertEquals(0, parley.run("tools", "trust", project.toString(), "--json"), parley::err);
        assertThat(Json.parse(parley.out()).orElseThrow().toString()).contains("\"deploy\"");
    }

    @Test
    void aBrokenOneIsAFindingOfTheDoctor() throws IOException {
        Files.writeString(tools.resolve("bad.json"), "{");
        assertEquals(1, parley.run("doctor", "--json"));
        var finding =
                Json.parse(parley.out())
                        .orElseThrow()
                        .path("findings")
                        .valueStream()
                        .filter(one -> one.path("name").asString().equals("tools"))
                        .findFirst()
                        .orElseThrow();
        assertThat(finding.path("ok").asBoolean()).isFalse();
        assertThat(finding.path("detail").asString()).contains("bad.json");
    }

    @Test
    void whatTheSettingsNameIsUsualAndTheRestIsOnRequest() throws IOException {
        Files.writeString(home.resolve("parley/config/config.json"), "{\"tools\": [\"greet\"]}");

        assertEquals(0, parley.run("tools", "--cwd", project.toString()), parley::err);
        assertThat(parley.out())
                .containsPattern("create_ticket .*who asks")
                .containsPattern("greet .*live sessions");
    }
}
