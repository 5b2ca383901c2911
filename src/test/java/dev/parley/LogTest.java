package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.base.log.LogFile;
import dev.parley.base.log.LogLine;
import dev.parley.base.log.LogSettings;
import dev.parley.process.Self;
import dev.parley.testing.ParleyProcess;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/// A person sees lines, a developer finds the rest in a file.
class LogTest {
    @TempDir Path folder;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final PrintStream printed = new PrintStream(err, true, StandardCharsets.UTF_8);

    private static LogRecord fault(String message) {
        var record = new LogRecord(Level.SEVERE, "Cannot index {0}");
        record.setParameters(new Object[] {"/a/session.jsonl"});
        record.setThrown(new IllegalStateException(message));
        return record;
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aFaultIsOneLineForAPerson() {
        new LogLine(printed).publish(fault("half of it\nis missing"));
        assertThat(said())
                .matches("parley: \\S+ SEVERE Cannot index /a/session.jsonl: half of it \\(.*\\)\n")
                .endsWith("(more in " + LogFile.path() + ")\n");
    }

    @Test
    void aFaultIsWholeInTheFile() throws IOException {
        var path = folder.resolve("logs/parley.log");
        new LogFile(path).publish(fault("half of it"));
        new LogFile(path).publish(fault("the other half"));
        assertThat(Files.readString(path))
                .contains("Cannot index /a/session.jsonl", "IllegalStateException: half of it")
                .contains("\tat dev.parley.LogTest.fault", "the other half");
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
        assertEquals(
                "rwx------",
                PosixFilePermissions.toString(Files.getPosixFilePermissions(path.getParent())));
    }

    /// As `Main` sets it up, which nothing but a process of its own shows.
    @Test
    void aFaultOfTheProgramGoesBothWays() throws Exception {
        var command = new ArrayList<>(Self.command());
        command.set(command.size() - 1, Logs.class.getName());
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PARLEY_HOME", folder.toString());
        var process = builder.start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor());
        assertThat(said).matches("parley: \\S+ SEVERE It broke: why \\(more in .*\\)\n");
        assertThat(folder.resolve("data/logs/parley.log"))
                .content()
                .contains("It broke", "IllegalStateException: why", "\tat ");
    }

    static final class Logs {
        private Logs() {}

        public static void main(String[] args) {
            System.setProperty("java.util.logging.config.class", LogSettings.class.getName());
            LoggerFactory.getLogger(Logs.class).error("It broke", new IllegalStateException("why"));
        }
    }

    @Test
    void aLargeFileBecomesTheOldOne() throws IOException {
        var path = folder.resolve("parley.log");
        Files.write(path, new byte[5 << 20]);
        new LogFile(path).publish(fault("new"));
        assertThat(Files.size(path)).isLessThan(1 << 20);
        assertEquals(5 << 20, Files.size(folder.resolve("parley.log.old")));
    }

    @Test
    void aFolderThatCannotBeWrittenToIsNoFault() throws IOException {
        var file = Files.writeString(folder.resolve("file"), "");
        new LogFile(file.resolve("logs/parley.log")).publish(fault("lost"));
        assertThat(file).hasContent("");
    }

    @Test
    void whatAProgramLogsIsALineOnTheScreenAndInTheFile() throws Exception {
        var tools = Files.createDirectories(folder.resolve("parley/config/tools"));
        Files.writeString(tools.resolve("broken.json"), "{");
        try (var parley = new ParleyProcess(folder, "", "{}", "chat", "--provider", "demo")) {
            parley.process().outputWriter().write("hello\n");
            parley.process().outputWriter().close();
            var screen = new String(parley.process().getInputStream().readAllBytes(), UTF_8);

            assertThat(screen)
                    .containsPattern("parley: \\S+ WARNING A tool is left out. .*broken.json")
                    .doesNotContain("\tat ");
            assertThat(Files.readString(folder.resolve("parley/data/logs/parley.log")))
                    .contains("A tool is left out.", "broken.json");
        }
    }

    /// Whether a command is read by picocli or not.
    @ParameterizedTest
    @ValueSource(strings = {"sessions", "usage", "index", "up", "show x", "search x", "doctor"})
    void aFaultInACommandShowsNoStackTrace(String command) {
        var code =
                Main.run(
                        InputStream.nullInputStream(),
                        printed,
                        printed,
                        false,
                        () -> {
                            throw new IllegalStateException("the disk in drive A is gone");
                        },
                        command.split(" "));
        assertEquals(70, code);
        assertThat(said())
                .contains("inside Parley: the disk in drive A is gone\n", LogFile.path().toString())
                .doesNotContain("Exception", "\tat ");
        assertThat(said().lines()).hasSize(2);
    }
}
