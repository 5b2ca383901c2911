package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// The doctor where nothing is as it should be.
class ExaminationTest {
    @TempDir Path home;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private int doctor(String... more) {
        var environment =
                Map.of(
                        "PATH", "/usr/bin:/bin",
                        "HOME", home.toString(),
                        "PARLEY_HOME", home.resolve("parley").toString());
        var to = new PrintStream(out, true, StandardCharsets.UTF_8);
        var words = more.length == 0 ? new String[] {"doctor"} : more;
        try (var examination = Examination.of(environment, words).orElseThrow();
                var app = examination.app()) {
            return Main.run(InputStream.nullInputStream(), to, to, false, () -> app, words);
        }
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private void write(String name, String text) throws IOException {
        var file = home.resolve("parley/config").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void namesEveryBrokenFileWithItsLineAndTheRemedy() throws IOException {
        write("config.json", "{\n  \"prot\": 4780\n}");
        write("models.json", "{\n\n  \"acme\": {\"drvier\": \"demo\"}}");
        write("prices.json", "{\"models\": {\"mine\": {\"input\": 1}}}");
        write("providers/one.json", "{");
        write("providers/two.json", "{\"id\": \"TWO\"}");
        write("tools/bad.json", "{\"name\": \"x\", \"comand\": []}");
        Files.write(
                Files.createDirectories(home.resolve("parley/config/roles")).resolve("r.md"),
                new byte[] {(byte) 0xff});

        assertEquals(1, doctor());

        var config = home.resolve("parley/config");
        assertThat(out())
                .contains(
                        "  config: %s/config.json: unknown key \"prot\". (line 2) Did you mean port?"
                                .formatted(config),
                        "  models: %s/models.json: unknown key \"acme.drvier\". (line 3) Did you mean driver?"
                                .formatted(config),
                        "  prices: %s/prices.json: \"mine\" has no price for input or output."
                                .formatted(config),
                        "  profiles: %s/providers/one.json is no valid JSON".formatted(config),
                        "  profiles: %s/providers/two.json: the value of \"id\"".formatted(config),
                        "  roles: %s/roles/r.md cannot be read".formatted(config),
                        "unknown key \"comand\". Did you mean command?",
                        "Demo agent can: ");
    }

    @Test
    void whatMakesNoSenseTogetherIsNamedToo() throws IOException {
        write("config.json", "{\"passEnvironment\": {\"cluade\": [\"X\"]}}");
        assertEquals(1, doctor());
        assertThat(out())
                .contains("  config: There is no provider \"cluade\". Did you mean claude?");
    }

    @Test
    void makesNothingWhereNothingIs() throws IOException {
        assertEquals(0, doctor());
        assertThat(out()).contains(home.resolve("parley/data") + " (made when it is first needed)");
        try (var files = Files.list(home)) {
            assertThat(files).isEmpty();
        }
    }
}
