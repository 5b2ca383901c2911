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
import java.util.Set;

/// What a real CLI stops for is a failure in its words.
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
}
