package dev.parley.door.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.base.json.Json;
import dev.parley.process.Self;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// `parley move` where there is no room for the new session: it says so, leaves nothing, and works
/// when there is.
class MoveOnAFullDiskTest {
    private static final String ID = "5f0c6c1e-2b7a-4c55-9d3e-8a1b2c3d4e5f";

    @TempDir private Path directory;
    private Path home;

    /// A session of 600 KB.
    @BeforeEach
    void makeASession() throws IOException {
        home = Files.createDirectories(directory.toRealPath().resolve("home"));
        Files.createDirectories(home.resolve("work"));
        var file = home.resolve(".claude/projects/work/" + ID + ".jsonl");
        Files.createDirectories(file.getParent());
        var text = new StringBuilder();
        for (var at = 0; at < 200; at++) {
            text.append(
                    "{\"uuid\":\"u%d\",\"parentUuid\":%s,\"timestamp\":\"2026-10-03T09:15:27.123Z\",\"cwd\":%s,\"type\":\"%s\",\"message\":{\"id\":\"m%d\",\"role\":\"%s\",\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}}\n"
                            .formatted(
                                    at,
                                    at == 0 ? "null" : "\"u" + (at - 1) + "\"",
                                    Json.write(home.resolve("work").toString()),
                                    at % 2 == 0 ? "user" : "assistant",
                                    at,
                                    at % 2 == 0 ? "user" : "assistant",
                                    at + " lorem ipsum".repeat(250)));
        }
        Files.writeString(file, text);
    }

    private record Said(int code, String text) {}

    /// @param before what a shell does before it becomes Parley
    private Said parley(String before, String... arguments) throws Exception {
        var command = new ArrayList<>(List.of("/bin/sh", "-c", before, "parley"));
        command.addAll(Self.command());
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment()
                .putAll(
                        Map.of(
                                "PATH",
                                "/usr/sbin:/usr/bin:/sbin:/bin",
                                "HOME",
                                home.toString(),
                                "PARLEY_HOME",
                                directory.resolve("parley").toString()));
        var process = builder.start();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Said(process.waitFor(), text);
    }

    private List<String> filesOf(String target) throws IOException {
        var place = home.resolve(target.equals("kimi") ? ".kimi-code" : "." + target);
        if (!Files.exists(place)) {
            return List.of();
        }
        try (var files = Files.walk(place)) {
            return files.filter(Files::isRegularFile).map(Path::toString).toList();
        }
    }

    /// No file may be longer than 256 KB, as with a quota: what Parley keeps for itself fits.
    @ParameterizedTest
    @ValueSource(strings = {"codex", "gemini", "kimi", "qwen"})
    void aLimitOfTheSystemLeavesNothing(String target) throws Exception {
        var limit = "ulimit -f 512; exec \"$@\"";
        var refused = parley(limit, "move", ID, "--to", target);
        assertThat(refused.text()).contains("disk is full");
        assertThat(refused.code()).isEqualTo(9);
        assertThat(filesOf(target)).isEmpty();
        assertThat(parley("exec \"$@\"", "move", "list").text()).doesNotContain(ID);
        assertThat(parley("exec \"$@\"", "move", ID, "--to", target).code()).isZero();
        assertThat(filesOf(target)).isNotEmpty();
    }

    /// A disk of its own that is full in the middle of the session.
    @Test
    void aDiskWithoutRoomLeavesNothing() throws Exception {
        assumeTrue(
                System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")
                        && parley("unshare -m mount -t tmpfs none " + home).code() == 0,
                "this machine lets nobody mount a disk");
        Files.createDirectories(home.resolve(".codex"));
        var small =
                "unshare -m sh -c 'mount -t tmpfs -o size=256k none "
                        + home
                        + "/.codex && \"$@\"; code=$?; find "
                        + home
                        + "/.codex -type f; exit $code' parley \"$@\"";
        var refused = parley(small, "move", ID, "--to", "codex");
        assertThat(refused.text()).contains("disk is full").doesNotContain("rollout");
        assertThat(refused.code()).isEqualTo(9);
        assertThat(parley("exec \"$@\"", "move", "list").text()).doesNotContain(ID);
    }
}
