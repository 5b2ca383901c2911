package dev.parley.provider.plain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.App;
import dev.parley.Main;
import dev.parley.base.json.Json;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.regex.Pattern;

/// The examples of `docs/providers/own.md`, as they stand there.
class OwnProviderTest {
    private static final Path PAGE = Path.of("docs/providers/own.md");

    /// A line with the name of a file, and the block below it.
    private static final Pattern FILE =
            Pattern.compile("(?ms)^`~/([^`]+)`\\n\\n```\\w+\\n(.*?)^```$");

    @TempDir Path home;

    @BeforeEach
    void copyTheExamples() throws IOException {
        var examples = FILE.matcher(Files.readString(PAGE)).results().toList();
        assertThat(examples).hasSize(5);
        for (var example : examples) {
            var file = home.resolve(example.group(1));
            Files.createDirectories(file.getParent());
            Files.writeString(file, example.group(2));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Test
    void runsAProgramThatPrintsText() {
        assertThat(parley("run", "--provider", "shout", "hello there")).isEqualTo("HELLO THERE\n");
    }

    @Test
    void resumesAProgramThatPrintsEvents() {
        var events = parley("run", "--provider", "diary", "--json", "rain");
        assertThat(events).contains("Entries: 1", "\"tool.call\"", "\"reason\":\"completed\"");
        var last = Json.parse(events.lines().toList().getLast()).orElseThrow();
        var key = "diary:" + last.path("sessionId").asString();
        assertThat(parley("run", "--resume", key, "sun")).isEqualTo("Entries: 2\n");
        assertThat(parley("run", "--resume", "diary:never", "sun"))
                .contains("There is no such diary.");
        assertThat(parley("run", "--provider", "diary", "--home", home + "/other", "snow"))
                .isEqualTo("Entries: 1\n");
        assertThat(home.resolve("other/diary")).isNotEmptyDirectory();
    }

    @Test
    void isSeenByTheDoctor() {
        assertThat(parley("doctor")).containsPattern("diary +yes +1\\.2\\.0");
    }

    private String parley(String... args) {
        var environment = Map.of("HOME", home.toString(), "PATH", home + "/bin:/usr/bin:/bin");
        var printed = new ByteArrayOutputStream();
        var out = new PrintStream(printed, true);
        try (var app = new App(environment)) {
            Main.run(InputStream.nullInputStream(), out, out, false, () -> app, args);
        }
        return printed.toString();
    }
}
