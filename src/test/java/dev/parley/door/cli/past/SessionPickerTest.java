package dev.parley.door.cli.past;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.testing.ParleyOnTerminal;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Picking a session on a real terminal.
class SessionPickerTest {
    private static final String DOWN = "\u001b[B";
    private static final String ESCAPE = "\u001b";

    @TempDir Path directory;
    private Path home;

    @BeforeEach
    void open() throws IOException {
        home = directory.toRealPath();
        var project = Files.createDirectories(home.resolve(".claude/projects/-work"));
        for (var at = 1; at <= 3; at++) {
            var id = "0000000%d-0000-4000-8000-000000000000".formatted(at);
            Files.writeString(
                    project.resolve(id + ".jsonl"),
                    """
                    {"type":"user","sessionId":"%s","cwd":"/work","uuid":"u%d","parentUuid":null,"timestamp":"2026-11-0%dT10:00:00.000Z","message":{"role":"user","content":"Task number %d \\u001b[2J"}}
                    """
                            .formatted(id, at, at, at));
        }
    }

    @Test
    void theOneThatWasFoundByTypingIsShown() {
        try (var parley = new ParleyOnTerminal(home, "", "show")) {
            parley.sees("3 sessions; type to find");
            parley.press("task");
            parley.sees("Which session? task");
            parley.press(DOWN + "\r");
            assertEquals(0, parley.exitCode());
            assertThat(parley.screen())
                    .contains("> Task number 2", "claude:00000002")
                    .doesNotContain("\u001b[2J", "claude:00000003");
        }
    }

    @Test
    void escapeLeavesEverythingAsItWas() {
        try (var parley = new ParleyOnTerminal(home, "", "resume")) {
            parley.sees("Which session?");
            parley.press(ESCAPE);
            assertEquals(130, parley.exitCode());
            assertThat(parley.screen()).endsWith("\r\u001b[J");
        }
    }
}
