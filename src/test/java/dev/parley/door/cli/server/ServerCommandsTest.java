package dev.parley.door.cli.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.base.log.LogFile;
import dev.parley.testing.Commands;
import dev.parley.testing.Stub;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/// The server as a thing that is started, looked at, ended and taken away.
class ServerCommandsTest {
    @TempDir Path home;

    private Commands parley;

    @BeforeEach
    void open() {
        parley = new Commands(home);
    }

    @AfterEach
    void close() {
        parley.run("stop");
        parley.close();
    }

    @Test
    void aServerInTheBackgroundStaysUntilItIsStopped() {
        assertEquals(0, parley.run("up", "--background", "--port", "0"), parley::err);
        assertThat(parley.out())
                .contains("Parley is running, as process ", "Open http://127.0.0.1:");
        assertEquals(0, parley.run("status", "--json"));
        var server = Json.parse(parley.out()).orElseThrow().path("servers").path(0);
        assertEquals(0, server.path("liveSessions").asInt(-1));
        assertEquals(0, parley.run("up", "--background"));
        assertThat(parley.out()).contains("Parley is running already.");
        assertEquals(0, parley.run("stop"));
        assertEquals(4, parley.run("status"));
    }

    @Test
    void aServerThatCannotStartSaysWhy() {
        assertEquals(2, parley.run("up", "--background", "--port", "99999"), parley::err);
        assertThat(parley.err()).contains("99999 is no port");
    }

    @Test
    void aServerWithoutACliThatThisTerminalHasSaysSo() throws IOException {
        assertEquals(0, parley.run("up", "--background", "--port", "0"), parley::err);
        var bin = Files.createDirectories(home.resolve("bin"));
        var codex = Stub.script(bin, "codex", "echo codex-cli 0.166.0");
        try (var terminal = new Commands(home, bin + ":/usr/bin:/bin")) {
            assertEquals(3, terminal.typing("hi\n").run("chat", "--provider", "codex"));
            assertThat(terminal.err())
                    .contains(
                            "The server does not find codex, but this terminal has it.",
                            codex.toString());
        }
    }

    private void log(Level level, String message) {
        var record = new LogRecord(level, message);
        record.setLoggerName("dev.parley.Test");
        new LogFile(parley.app().directories().log()).publish(record);
    }

    @Test
    void logsShowsTheNewestOfALevelAndWorse() {
        log(Level.INFO, "it began");
        log(Level.SEVERE, "it broke\n2026-01-01T00:00:00.000 INFO x forged");
        log(Level.WARNING, "it is \u001b[31mred");

        assertEquals(0, parley.run("logs", "--json"));
        var entries = parley.out().lines().map(line -> Json.parse(line).orElseThrow()).toList();
        assertEquals(3, entries.size());
        assertEquals("error", entries.get(1).path("level").asString());

        assertEquals(0, parley.run("logs", "--level", "warn", "--limit", "1"));
        assertThat(parley.out()).contains("WARN  it is ").doesNotContain("it broke");
        assertEquals(0, parley.run("logs", "--level", "error"));
        assertThat(parley.out()).contains("ERROR it broke").doesNotContain("red");
        assertEquals(2, parley.run("logs", "--level", "loud"));
        assertEquals(0, parley.run("logs", "--path"));
        assertThat(parley.out()).endsWith("logs/parley.log\n");
    }

    @Test
    void uninstallShowsAsksAndRemovesWhatIsOurs() throws IOException {
        assertEquals(0, parley.run("config", "set", "timeoutMinutes", "20"));
        assertEquals(0, parley.run("mcp", "install", "gemini"));
        Files.writeString(home.resolve(".bashrc"), "source <(parley completion bash)\n");
        var settings = home.resolve("parley/config/config.json");
        var gemini = home.resolve(".gemini/settings.json");

        assertEquals(0, parley.run("uninstall", "--print"));
        assertThat(parley.out())
                .contains("entry in gemini", "settings", "data", ".bashrc has a line");
        assertEquals(2, parley.typing("n\n").run("uninstall"));
        assertThat(settings).exists();
        assertEquals(2, parley.typing("").run("uninstall"));
        assertThat(settings).exists();

        assertEquals(0, parley.typing("y\n").run("uninstall"), parley::err);
        assertThat(home.resolve("parley")).doesNotExist();
        assertThat(gemini).content().doesNotContain("parley");
        assertThat(parley.out()).contains("All of it is gone.");
    }
}
