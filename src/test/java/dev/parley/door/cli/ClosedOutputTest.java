package dev.parley.door.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.process.Self;
import dev.parley.testing.Processes;
import dev.parley.testing.StoredMachine;
import dev.parley.testing.Stub;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// `parley … | head -1`: who reads is gone before everything is said.
class ClosedOutputTest {
    @TempDir Path directory;
    private Path home;

    @BeforeEach
    void open() throws IOException {
        home = directory.toRealPath();
        var profiles = Files.createDirectories(home.resolve("parley/config/providers"));
        var stub =
                Stub.script(
                        home,
                        "stub",
                        "echo $$ > '%s/pid'; while true; do echo line; sleep 0.05; done"
                                .formatted(home));
        Files.writeString(
                profiles.resolve("stub.json"),
                """
                { "id": "stub", "name": "Stub", "command": { "name": "%s" }, "home": { "path": "~/.stub" }, "install": "write it",
                  "oneShot": { "format": "TEXT", "start": ["{prompt}"], "permissions": { "ask": {} } } }
                """
                        .formatted(stub));
    }

    /// @param pipeline what stands behind the command
    /// @return its exit code, and what it said on standard error
    private String run(String command, String pipeline) throws Exception {
        var words = new ArrayList<>(Self.command());
        words.addAll(
                1,
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        "-Xlog:disable",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow"));
        var java = words.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        var shell =
                new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        "{ %s %s 2>err; echo $? >code; } %s".formatted(java, command, pipeline));
        shell.directory(home.toFile());
        shell.environment().clear();
        shell.environment().put("PATH", "/usr/bin:/bin");
        shell.environment().put("HOME", home.toString());
        shell.environment().put("PARLEY_HOME", home.resolve("parley").toString());
        shell.environment().put("PARLEY_DEMO_HOME", home.resolve("demo").toString());
        shell.redirectOutput(home.resolve("seen").toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        return Files.readString(home.resolve("code")).strip()
                + " "
                + Files.readString(home.resolve("err"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"run --provider stub hello", "run --provider stub --json hello"})
    void theAgentIsEndedAndNothingIsSaid(String command) throws Exception {
        assertEquals("141 ", run(command, "| head -1"));
        assertThat(Files.readString(home.resolve("seen"))).hasLineCount(1);
        var pid = Long.parseLong(Files.readString(home.resolve("pid")).strip());
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> !Processes.isAlive(pid));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"sessions", "show 4977e079 --json", "--help", "chat --provider demo <words"})
    void everyCommandEndsAsOtherProgramsDo(String command) throws Exception {
        new StoredMachine(home);
        Files.writeString(home.resolve("words"), "think\nand again\n");
        assertThat(run(command, "| true")).startsWith("141 ").doesNotContain("parley:");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatCannotBeWrittenIsAFailureThatIsSaid() throws Exception {
        assertEquals(
                "1 parley: standard output cannot be written: No space left on device.\nMake room, or send it somewhere else.\n",
                run("models >/dev/full", ""));
    }
}
