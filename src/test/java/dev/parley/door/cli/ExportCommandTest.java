package dev.parley.door.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.testing.Commands;
import dev.parley.testing.StoredMachine;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// `parley export`, and the file that is there already.
class ExportCommandTest {
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
