package dev.parley.work.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.MoveRequest;
import dev.parley.api.Progress;
import dev.parley.base.problem.Problem;
import dev.parley.history.SessionEntry;
import dev.parley.testing.StoredMachine;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.ArrayList;

/// Whatever the real CLIs have written, in all their versions, with forks, rewinds, compactions and
/// broken lines: it arrives in every other CLI as it was, which the move itself checks.
class EveryStoredSessionTest {
    @TempDir private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"claude", "codex", "gemini", "kimi", "qwen"})
    void arrives(String target) throws Exception {
        try (var stage = new MoveStage(directory)) {
            new StoredMachine(stage.home);
            stage.history.refresh(Progress.SILENT);
            var wanted = new MoveRequest(target, null, null, null, stage.project);
            var failed = new ArrayList<String>();
            var moved = 0;
            var from = stage.history.view().sessions().stream().map(SessionEntry::summary).toList();
            for (var session : from) {
                if (session.parent() != null) {
                    continue;
                }
                try {
                    stage.mover().move(session.key(), wanted);
                    moved++;
                } catch (Problem problem) {
                    if (!problem.message().startsWith("Nothing was said in")) {
                        failed.add(session.key() + ": " + problem.message());
                    }
                }
            }
            assertThat(failed).isEmpty();
            assertThat(moved).isGreaterThan(20);
        }
    }
}
