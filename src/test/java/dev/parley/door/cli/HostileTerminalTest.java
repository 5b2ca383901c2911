package dev.parley.door.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.testing.Hostile;
import dev.parley.testing.ParleyOnTerminal;
import dev.parley.testing.Stub;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Parley itself on a real terminal, with agents that are hostile.
class HostileTerminalTest {
    @TempDir Path directory;
    private Path home;

    @BeforeEach
    void open() throws IOException {
        home = directory.toRealPath();
        var profiles = Files.createDirectories(home.resolve("parley/config/providers"));
        Files.writeString(home.resolve("evil"), Hostile.TEXT);
        var stub = Stub.script(home, "stub", "cat '%s/evil'; exit 0".formatted(home));
        Files.writeString(
                profiles.resolve("stub.json"),
                """
                { "id": "stub", "name": "Stub", "command": { "name": "%s" }, "home": { "path": "~/.stub" }, "install": "write it",
                  "oneShot": { "format": "TEXT", "start": ["{prompt}"], "permissions": { "ask": {} } } }
                """
                        .formatted(stub));
        Files.writeString(
                profiles.resolve("hostile.json"),
                """
                { "id": "hostile", "name": "Hostile", "command": { "name": "%s" }, "home": { "path": "~/.stub" }, "install": "write it",
                  "live": { "wire": "ACP", "permissions": { "ask": {} }, "sharing": "nothing", "capabilities": ["APPROVAL"] } }
                """
                        .formatted(Hostile.acpAgent(home)));
    }

    @Test
    void anAnswerIsShownAndNotObeyed() {
        try (var parley = new ParleyOnTerminal(home, "", "run", "--provider", "stub", "hello")) {
            assertEquals(0, parley.exitCode());
            assertThat(parley.screen()).contains("rm -rf ~ ␛[2K␍git status");
            Hostile.assertObeysNothing(parley.screen());
            Hostile.assertFakesNothing(parley.screen());
        }
    }

    /// Each stream for itself.
    @Test
    void whatGoesIntoAFileStaysAsItIs() throws IOException {
        try (var parley =
                new ParleyOnTerminal(home, ">answer", "run", "--provider", "stub", "hello")) {
            assertEquals(0, parley.exitCode());
        }
        assertEquals(Hostile.TEXT + "\n", Files.readString(home.resolve("answer")));
        try (var parley =
                new ParleyOnTerminal(home, "2>errors", "run", "--provider", "stub", "hello")) {
            assertEquals(0, parley.exitCode());
            Hostile.assertObeysNothing(parley.screen());
        }
    }

    @Test
    void nothingIsPrintedOverAQuestion() {
        try (var parley = new ParleyOnTerminal(home, "", "chat", "--provider", "hostile")) {
            parley.sees("/help says");
            parley.type("go");
            parley.sees("[n]o:");
            // The agent has said it by now: the question came before it on the same pipe.
            parley.type("what?");
            parley.sees("what?");
            var asked = parley.screen();
            assertThat(asked).doesNotContain("SAID MEANWHILE");
            assertThat(asked)
                    .contains("    ␛]0;owned␇␛[2J␛]52;c;ZXZpbA==␇rm -rf ~ ␛[2K␍git status");
            parley.type("n");
            parley.sees("Why not");
            parley.type("");
            parley.sees("SAID MEANWHILE");
            parley.type("/quit");
            assertEquals(0, parley.exitCode());
            Hostile.assertObeysNothingButAnEditor(parley.screen());
            Hostile.assertFakesNothing(parley.screen());
        }
    }
}
