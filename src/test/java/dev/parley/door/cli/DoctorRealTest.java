package dev.parley.door.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.App;
import dev.parley.Main;
import dev.parley.base.json.Json;
import dev.parley.testing.Stub;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

class DoctorRealTest {
    private static final String PROFILE =
            """
            { "id": "%1$s", "name": "The %1$s one", "command": { "name": "%2$s" }, "home": { "path": "~/.%1$s" },
              "install": "write it", "oneShot": { "format": "TEXT", "start": ["{options}"],
              "permissions": { %3$s } } }
            """;
    private static final String ASK_AND_PLAN =
            "\"ask\": {}, \"plan\": { \"arguments\": [\"--plan\"] }";

    @TempDir Path temp;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void asksEveryInstalledAgentInItsMildestMode() throws Exception {
        provider(
                "good",
                ASK_AND_PLAN,
                "cat > \"$HOME/asked\"; pwd > \"$HOME/in\"; echo \"parley $*\"");
        provider("wild", "\"bypass\": { \"arguments\": [\"--wild\"] }", "echo parley $*");
        assertThat(doctor("--real")).isZero();
        assertThat(out.toString().replaceAll("\\d\\.\\d", "0.0").lines())
                .containsExactly(
                        "PROVIDER  OK   SECONDS  PERMISSION  ANSWER",
                        "good      yes      0.0  plan        parley --plan",
                        "wild      yes      0.0  bypass      parley --wild");
        assertThat(err.toString())
                .contains("Asking The good one …", "The good one: answered after");
        assertThat(temp.resolve("asked")).hasContent("Answer with the single word parley.");
        assertThat(Path.of(Files.readString(temp.resolve("in")).strip())).doesNotExist();
    }

    @Test
    void failsWhenOneFails() throws Exception {
        provider("good", ASK_AND_PLAN, "echo parley");
        provider("bad", ASK_AND_PLAN, "echo 'please log in' >&2; exit 3");
        assertThat(doctor("--real", "--json")).isEqualTo(1);
        var answers = Json.parse(out.toString()).orElseThrow().path("answers");
        assertThat(answers.findValuesAsString("id")).containsExactly("bad", "good");
        assertThat(answers.path(0).path("ok").asBoolean()).as("%s", answers).isFalse();
        assertThat(answers.path(0).path("error").asString()).isEqualTo("please log in");
        assertThat(answers.path(1).path("answer").asString()).isEqualTo("parley");
    }

    private void provider(String id, String permissions, String script) throws IOException {
        var command = Stub.script(temp, id, script);
        var profiles = Files.createDirectories(temp.resolve("parley/config/providers"));
        Files.writeString(
                profiles.resolve(id + ".json"), PROFILE.formatted(id, command, permissions));
    }

    /// Where nothing is installed but what a test wrote.
    private int doctor(String... options) {
        var environment =
                Map.of(
                        "HOME", temp.toString(),
                        "PATH", "/usr/bin:/bin",
                        "PARLEY_HOME", temp.resolve("parley").toString(),
                        "PARLEY_DEMO_CMD", temp.resolve("no-demo").toString());
        var args = new String[options.length + 1];
        args[0] = "doctor";
        System.arraycopy(options, 0, args, 1, options.length);
        try (var app = new App(environment)) {
            return Main.run(
                    InputStream.nullInputStream(),
                    new PrintStream(out, true),
                    new PrintStream(err, true),
                    false,
                    () -> app,
                    args);
        }
    }
}
