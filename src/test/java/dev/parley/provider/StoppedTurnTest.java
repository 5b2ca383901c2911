package dev.parley.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.event.EndReason;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.EveryCli;
import dev.parley.testing.real.RealAgent;
import dev.parley.testing.real.RealCli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What a real CLI stops for is a failure in its words, and what it says is all there.
@Tag("real")
class StoppedTurnTest {
    @TempDir Path temp;

    @BeforeEach
    void useRealPaths() throws IOException {
        temp = temp.toRealPath();
    }

    @EveryCli
    void aLoopIsNoSuccess(RealCli cli) throws Exception {
        assumeTrue(Set.of("gemini", "qwen").contains(cli.id()), cli + " looks for no loops");
        var same = Collections.nCopies(30, (Reply) Reply.shell("echo again"));
        try (var model = ScriptedModel.saying(same.toArray(Reply[]::new))) {
            var told = RealAgent.in(temp, cli, model).ask("go round in circles").run();
            assertThat(told.outcome().reason()).as("%s", told).isEqualTo(EndReason.ERROR);
            assertThat(told.outcome().failure().orElseThrow().message())
                    .containsIgnoringCase("loop");
        }
    }

    /// Larger than a pipe usually is: some CLIs end before all they wrote was taken.
    @EveryCli
    void aLongAnswerIsWhole(RealCli cli) throws Exception {
        var text = words(400);
        try (var model = ScriptedModel.saying(Reply.text(text))) {
            var told = RealAgent.in(temp, cli, model).ask("say much").run();
            assertThat(told.outcome().reason())
                    .as("%s", told.outcome().failure())
                    .isEqualTo(EndReason.COMPLETED);
            assertThat(told.outcome().answer()).isEqualTo(text);
        }
    }

    /// A third of what may be said, and the protocols repeat it several times.
    @EveryCli
    void aVeryLongAnswerIsWholeOrAFailure(RealCli cli) throws Exception {
        var text = words(3000);
        try (var model = ScriptedModel.saying(Reply.text(text))) {
            var outcome = RealAgent.in(temp, cli, model).ask("say very much").run().outcome();
            if (Set.of("claude", "codex", "kimi").contains(cli.id())) {
                assertThat(outcome.reason())
                        .as("%s", outcome.failure())
                        .isEqualTo(EndReason.COMPLETED);
            }
            if (outcome.reason() == EndReason.COMPLETED) {
                assertThat(outcome.answer()).isEqualTo(text);
            } else {
                assertThat(outcome.failure().orElseThrow().message()).contains("ended");
            }
        }
    }

    @EveryCli
    void aConnectionThatBreaksIsCalledThat(RealCli cli) throws Exception {
        assumeTrue(cli.id().equals("gemini"), "the others ask again, or have words of their own");
        var cut = Collections.nCopies(20, (Reply) Reply.text("one two three").cutAfter(1));
        try (var model = ScriptedModel.saying(cut.toArray(Reply[]::new))) {
            var outcome = RealAgent.in(temp, cli, model).ask("count").run().outcome();
            assertThat(outcome.failure().orElseThrow().message()).contains("connection");
        }
    }

    /// A thousand letters each, none like another: repetition is taken for a loop.
    private static String words(int count) {
        var random = new Random(15);
        return IntStream.range(0, count)
                .mapToObj(_ ->
                        random.ints(1000, 'a', 'z' + 1)
                                .mapToObj(Character::toString)
                                .collect(Collectors.joining()))
                .collect(Collectors.joining(" "));
    }
}
