package dev.parley.work.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

class AgentFilesTest {
    private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");

    @TempDir Path directory;

    private Path home(String name, int days) throws Exception {
        var home = Files.createDirectories(directory.resolve("homes").resolve(name));
        Files.createDirectories(home.resolve("state/deep"));
        Files.writeString(home.resolve("state/deep/file"), "x");
        return aged(home, days);
    }

    private Path answer(String name, int days) throws Exception {
        var answers = Files.createDirectories(directory.resolve("answers"));
        return aged(Files.writeString(answers.resolve(name), "x"), days);
    }

    private static Path aged(Path path, int days) throws Exception {
        return Files.setLastModifiedTime(path, FileTime.from(NOW.minus(Duration.ofDays(days))));
    }

    private void tidy(int days) {
        new AgentFiles(
                        directory.resolve("answers"),
                        directory.resolve("homes"),
                        Duration.ofDays(days),
                        Clock.fixed(NOW, ZoneOffset.UTC))
                .tidy();
    }

    @Test
    void whatNobodyUsedForLongGoes() throws Exception {
        var signIn = Files.writeString(directory.resolve("auth.json"), "secret");
        var oldHome = home("claude-1", 40);
        Files.createSymbolicLink(oldHome.resolve("auth.json"), signIn);
        Files.createSymbolicLink(oldHome.resolve("all"), directory);
        aged(oldHome, 40);
        var newHome = home("claude-2", 20);
        var oldAnswer = answer("old.txt", 31);
        var newAnswer = answer("new.txt", 29);

        tidy(30);

        assertThat(oldHome).doesNotExist();
        assertThat(oldAnswer).doesNotExist();
        assertThat(newHome.resolve("state/deep/file")).exists();
        assertThat(newAnswer).exists();
        assertThat(signIn).hasContent("secret");
    }

    @Test
    void aHomeInWhichSomebodyMayStillWorkStays() throws Exception {
        var home = home("codex-1", 5);
        var answer = answer("a.txt", 5);
        tidy(1);
        assertThat(home).exists();
        assertThat(answer).doesNotExist();
    }
}
