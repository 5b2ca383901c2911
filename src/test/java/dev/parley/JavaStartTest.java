package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.process.Launch;
import dev.parley.process.PtyProcess;
import dev.parley.process.Supervisor;
import dev.parley.testing.Stub;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// What the launcher tells Java about the terminal.
class JavaStartTest {
    @TempDir Path directory;

    private String told(String redirection) throws Exception {
        var java = Files.createDirectories(directory.resolve("jdk/bin"));
        Stub.script(java, "java", "echo \"$@\"");
        var script = Path.of("scripts/java-start.sh").toAbsolutePath();
        var line =
                ". '%s'; start_parley '%s' jar cache launcher %s"
                        .formatted(script, java.getParent(), redirection);
        var printed = new ByteArrayOutputStream();
        var ended = new CompletableFuture<Integer>();
        try (var supervisor = new Supervisor(directory.resolve("ledgers"))) {
            supervisor.startOnTerminal(
                    new Launch(
                            List.of("/bin/sh", "-c", line),
                            directory,
                            Map.of("PATH", "/usr/bin:/bin"),
                            Launch.DEFAULT_OUTPUT_LIMIT),
                    new PtyProcess.Size(777, 20),
                    (bytes, count) -> printed.write(bytes, 0, count),
                    ended::complete);
            ended.get(1, TimeUnit.MINUTES);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void howWideItIs() throws Exception {
        assertThat(told(""))
                .contains("-Dparley.screen=true", "-Dparley.columns=777", "-Dparley.keyboard=true");
    }

    @Test
    void nothingOfAScreenThatNobodySees() throws Exception {
        told(">file 2>errors");
        assertThat(Files.readString(directory.resolve("file")))
                .contains("-Dparley.keyboard=true")
                .doesNotContain("parley.screen", "parley.columns", "parley.terminal");
    }
}
