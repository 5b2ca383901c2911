package dev.parley.work.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.MoveRequest;
import dev.parley.base.hash.Hash;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Kimi Code writes the summary of a conversation that it made shorter into a line of its own, in
/// one of three ways (read in 2.1.0).
class KimiCompactionTest {
    @TempDir private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"summary\":\"SUMMARY of it\",\"compactedCount\":9",
                "\"summary\":{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"SUMMARY of it\"}]},\"count\":9",
                "\"contextSummary\":\"SUMMARY of it\",\"compactedCount\":9"
            })
    void goesOnFromItsSummary(String summary) throws Exception {
        try (var stage = new MoveStage(directory)) {
            var from = stage.install("kimi");
            var wire =
                    stage.home.resolve(
                            ".kimi-code/sessions/wd_my-proj_"
                                    + Hash.sha256(stage.project.toString()).substring(0, 12)
                                    + "/session_"
                                    + MoveStage.ID
                                    + "/agents/main/wire.jsonl");
            var more =
                    """
                    {"type":"full_compaction.begin","source":"manual","time":1791019050000}
                    {"type":"context.apply_compaction",%s,"time":1791019051000}
                    {"type":"full_compaction.complete","time":1791019051001}
                    {"type":"turn.prompt","input":[{"type":"text","text":"NEW question"}],"origin":{"kind":"user"},"promptId":"p9","turnId":9,"time":1791019052000}
                    {"type":"context.append_message","message":{"role":"user","content":[{"type":"text","text":"NEW question"}],"id":"p9","toolCalls":[],"origin":{"kind":"user"}},"time":1791019052000}
                    {"type":"context.append_loop_event","event":{"type":"step.begin","uuid":"s9","turnId":"9","step":1},"time":1791019053000}
                    {"type":"context.append_loop_event","event":{"type":"content.part","uuid":"c9","turnId":"9","step":1,"stepUuid":"s9","part":{"type":"text","text":"NEW answer"}},"time":1791019053000}
                    """
                            .formatted(summary);
            Files.writeString(wire, more, StandardOpenOption.APPEND);

            var move = stage.move(from, "claude");

            assertThat(move.notes()).contains("summary");
            assertThat(Path.of(move.place()))
                    .content()
                    .contains("SUMMARY of it", "NEW question", "NEW answer")
                    .doesNotContain("NU1");
            var all = stage.move(from, new MoveRequest("claude", null, 1, null, null));
            assertThat(Path.of(all.place())).content().contains("NU1", "NEW answer");
        }
    }
}
