package dev.parley.work.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.MoveRequest;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Where the CLIs look for the sessions of a directory with an unusual name.
class MovedFoldersTest {
    @TempDir private Path directory;

    /// They are found by the name of their folder only, which Claude Code and Qwen Code make of
    /// UTF-16, and Kimi Code without dashes at its ends.
    @Test
    void foldersHaveTheNamesThatTheClisMake() throws Exception {
        Assumptions.assumeTrue(
                "UTF-8".equals(System.getProperty("sun.jnu.encoding")),
                "files have plain names only here");
        try (var stage = new MoveStage(directory)) {
            var from = stage.install("codex");
            var odd =
                    Files.createDirectories(
                            stage.project.resolve("\ud83d\ude00 \u00dcber \u00e9t\u00e9"));
            var folders = new ArrayList<String>();
            for (var target : List.of("claude", "qwen", "kimi")) {
                var move = stage.move(from, new MoveRequest(target, null, null, null, odd));
                folders.add(stage.home.relativize(Path.of(move.place())).toString());
            }
            assertThat(folders.get(0)).contains("My-Proj-----ber--t-/");
            assertThat(folders.get(1)).contains("My-Proj-----ber--t-/chats/");
            assertThat(folders.get(2)).matches(".*/wd_ber-t_[0-9a-f]{12}/session_.*");
            var hidden = Files.createDirectories(stage.project.resolve("\u65e5\u672c"));
            var move = stage.move(from, new MoveRequest("kimi", null, null, null, hidden));
            assertThat(move.place()).contains("/wd_workspace_");
        }
    }
}
