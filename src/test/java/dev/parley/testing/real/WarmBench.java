package dev.parley.testing.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.event.EndReason;
import dev.parley.provider.Permission;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What a turn costs on a warm process, against a whole run of the same real CLI with the same
/// scripted answer. No test by its name, so only `bench/run warm` runs it.
@Tag("real")
class WarmBench {
    private static final int RUNS = 7;

    /// Of a whole run.
    private static final double MOST = 0.3;

    @TempDir Path temp;

    @ParameterizedTest
    @EnumSource
    void aWarmTurnCostsAFractionOfARun(RealCli cli) throws Exception {
        try (var model = ScriptedModel.answering(_ -> Reply.text("ok"))) {
            var runs = runs(cli, model);
            var turns = turns(cli, model);
            var ratio = median(turns) / median(runs);
            System.out.printf(
                    "  %-10s a run p50 %7.0f ms   a warm turn p50 %6.0f ms   %5.2f ×   limit %.1f ×: %s%n",
                    cli.id(),
                    median(runs),
                    median(turns),
                    ratio,
                    MOST,
                    ratio <= MOST ? "ok" : "MISSED");
            if (cli == RealCli.CLAUDE || cli == RealCli.CODEX) {
                assertThat(ratio).isLessThanOrEqualTo(MOST);
            }
        }
    }

    private List<Double> runs(RealCli cli, ScriptedModel model) throws Exception {
        var directory = Files.createDirectories(temp.resolve("run"));
        var agent = RealAgent.in(directory, cli, model);
        var times = new ArrayList<Double>();
        for (var round = 0; round < RUNS; round++) {
            var since = System.nanoTime();
            agent.ask("say ok").permission(Permission.BYPASS).run();
            times.add((System.nanoTime() - since) / 1e6);
        }
        return times.subList(1, RUNS);
    }

    private List<Double> turns(RealCli cli, ScriptedModel model) throws Exception {
        var directory = Files.createDirectories(temp.resolve("live"));
        var times = new ArrayList<Double>();
        try (var agent = LiveAgent.in(directory, cli, model);
                var live = agent.converse(agent.wish().permission(Permission.BYPASS))) {
            for (var round = 0; round < RUNS; round++) {
                var since = System.nanoTime();
                live.ask("t" + round, "say ok", EndReason.COMPLETED);
                times.add((System.nanoTime() - since) / 1e6);
            }
        }
        return times.subList(1, RUNS);
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
