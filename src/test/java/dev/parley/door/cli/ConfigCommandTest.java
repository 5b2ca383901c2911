package dev.parley.door.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.testing.Commands;
import dev.parley.testing.Stub;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

class ConfigCommandTest {
    @TempDir Path home;

    private final Map<String, String> environment = new HashMap<>();
    private Path file;
    private Commands parley;

    @BeforeEach
    void open() throws IOException {
        file = Files.createDirectories(home.resolve("parley/config")).resolve("config.json");
        environment.put("PATH", "/usr/bin:/bin");
        environment.put("HOME", home.toString());
        environment.put("PARLEY_HOME", home.resolve("parley").toString());
        parley = new Commands(environment);
    }

    @AfterEach
    void close() {
        parley.close();
    }

    private String printed(String... words) {
        assertEquals(0, parley.run(words), parley::err);
        return parley.out();
    }

    @Test
    void tellsWhereEachValueComesFrom() throws IOException {
        Files.writeString(file, "{\"timeoutMinutes\": 5, \"live\": {\"maxProcesses\": 3}}");
        assertThat(printed("config"))
                .containsPattern("port +4780 +default\n")
                .containsPattern("defaultProvider +- +default\n")
                .containsPattern("timeoutMinutes +5 +config.json\n")
                .containsPattern("live.maxProcesses +3 +config.json\n")
                .containsPattern("live.idleSeconds +600 +default\n");
        environment.put("PARLEY_PORT", "4999");
        try (var other = new Commands(environment)) {
            assertEquals(0, other.run("config", "get", "port", "--json"));
            assertEquals(
                    Json.parse("{\"key\":\"port\",\"from\":\"PARLEY_PORT\",\"value\":\"4999\"}"),
                    Json.parse(other.out()));
            assertEquals(4999, other.app().port());
        }
    }

    @Test
    void aPortThatIsNoneIsNamedWithItsVariable() {
        environment.put("PARLEY_PORT", "many");
        try (var other = new Commands(environment)) {
            assertEquals(2, other.run("up", "--no-open"));
            assertThat(other.err()).contains("PARLEY_PORT is \"many\", which is no port.");
        }
    }

    @Test
    void setsAValueAndTheRestStays() throws IOException {
        Files.writeString(
                file, "{\"approvals\": [\"allow Read\"], \"live\": {\"idleSeconds\": 9}}");
        assertEquals("port = 4781 (config.json)\n", printed("config", "set", "port", "4781"));
        printed("config", "set", "live.maxProcesses", "3");
        printed("config", "set", "onLimit", "[\"codex\"]");
        printed("config", "set", "defaultProvider", "demo");
        printed("config", "unset", "live.idleSeconds");
        assertEquals(
                Json.parse(
                        """
                        {"approvals": ["allow Read"], "live": {"maxProcesses": 3}, "port": 4781,
                         "onLimit": ["codex"], "defaultProvider": "demo"}
                        """),
                Json.parse(Files.readString(file)));
        assertEquals("4781\n", printed("config", "get", "port"));
        assertEquals(
                "live.maxProcesses = 10 (default)\n",
                printed("config", "unset", "live.maxProcesses"));
        assertThat(Files.readString(file)).doesNotContain("live");
    }

    @Test
    void writesNothingThatCouldNotBeRead() throws IOException {
        assertEquals(2, parley.run("config", "set", "port", "99999"));
        assertThat(parley.err()).contains("must be between 1 and 65535", "Nothing was changed.");
        assertEquals(2, parley.run("config", "set", "port", "many"));
        assertEquals(4, parley.run("config", "set", "defaultProvider", "cluade"));
        assertThat(parley.err()).contains("Did you mean claude?");
        assertEquals(4, parley.run("config", "set", "prot", "1"));
        assertThat(parley.err()).contains("no setting \"prot\"", "Did you mean port?");
        assertEquals(4, parley.run("config", "get", "live"));
        assertThat(parley.err()).contains("There are live.idleSeconds, ");
        assertThat(file).doesNotExist();

        var text = "{\n  // the usual one is taken\n  \"port\": 4999,\n}\n";
        Files.writeString(file, text);
        assertEquals(2, parley.run("config", "set", "port", "4998"));
        assertThat(parley.err()).contains("has comments, which would be lost.");
        assertEquals(text, Files.readString(file));
    }

    @Test
    void theEditorsTextIsTakenOverAsItIsIfItIsRight() throws IOException {
        var editor = home.resolve("edit");
        environment.put("EDITOR", editor.toString());
        Stub.script(home, "edit", "echo '{\"port\": 4999} // mine' > \"$1\"");
        try (var other = new Commands(environment)) {
            assertEquals(0, other.run("config", "edit"), other::err);
            assertEquals("{\"port\": 4999} // mine\n", Files.readString(file));
            Stub.script(home, "edit", "echo '{\"prot\": 4999}' > \"$1\"");
            assertEquals(6, other.run("config", "edit"));
            assertThat(other.err()).contains("unknown key \"prot\"", "what you wrote is in ");
            assertEquals("{\"port\": 4999} // mine\n", Files.readString(file));
        }
    }
}
