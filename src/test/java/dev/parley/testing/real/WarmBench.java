package dev.parley.testing.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.event.EndReason;
import dev.parley.event.Permission;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ResponsesSocket;
import dev.parley.testing.model.ScriptedModel;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// What a turn costs on a warm process, against a whole run of the same real CLI with the same
/// scripted answer; one after the other, round by round, so that both meet the same machine. No
/// test by its name, so only `bench/run warm` runs it.
@Tag("real")
class WarmBench {
    /// Those that want many rounds. The others are slow enough to be seen with fewer.
    private static final Set<RealCli> QUICK = Set.of(RealCli.CLAUDE, RealCli.CODEX);

    /// Of a run.
    private static final double MOST = 0.3;

    @TempDir Path temp;

    @ParameterizedTest
    @MethodSource("dev.parley.testing.real.RealCli#live")
    void aWarmTurnCostsAFractionOfARun(RealCli cli) throws Exception {
        try (var model = ScriptedModel.answering(_ -> Reply.text("ok"))) {
            var name = cli == RealCli.CODEX ? "codex, http" : cli.id();
            var ratio = measure(name, cli, Settings.of(cli, model.url().toString()));
            if (cli == RealCli.CLAUDE) {
                assertThat(ratio).isLessThanOrEqualTo(MOST);
            }
        }
    }

    /// With the provider that Codex has built in: it talks over a WebSocket that stays open, where
    /// with a provider from its settings it makes a new HTTP client for each turn.
    @Test
    void aWarmTurnOfCodexWithItsOwnProviderCostsAFractionOfARun() throws Exception {
        try (var model = new ResponsesSocket("ok")) {
            var ratio =
                    measure(
                            "codex",
                            RealCli.CODEX,
                            Settings.codexWithItsOwnProvider(model.url().toString()));
            assertThat(ratio).isLessThanOrEqualTo(MOST);
        }
    }

    private double measure(String name, RealCli cli, Settings settings) throws Exception {
        var homes = new ArrayList<RealHome>();
        for (var number = 0; number < 3; number++) {
            homes.add(RealHome.prepare(settings, temp.resolve("home" + number)));
        }
        try (var agent = new LiveAgent(cli, temp.resolve("live"), homes.get(0));
                var live = converse(agent, QUICK.contains(cli));
                var codex =
                        cli == RealCli.CODEX
                                ? new BareCodex(temp.resolve("bare"), homes.get(1))
                                : null) {
            var work = Files.createDirectories(temp.resolve("run"));
            var run = homes.get(2).command(work, cli.oneShot("say ok"));
            var runs = new Times();
            var bareTurns = new Times();
            var turns = new Times();
            var rounds = QUICK.contains(cli) ? 18 : 6;
            for (var round = 0; round < rounds; round++) {
                var turn = "t" + round;
                runs.take(() -> run(run));
                if (codex != null) {
                    bareTurns.take(() -> codex.ask("say ok"));
                }
                turns.take(() -> live.ask(turn, "say ok", EndReason.COMPLETED));
            }
            var ratio = turns.median() / runs.median();
            System.out.printf(
                    "  %-11s a run p50 %7.0f ms   a warm turn p50 %6.0f ms%s   %5.2f ×   limit %.1f ×: %s%n",
                    name,
                    runs.median(),
                    turns.median(),
                    codex == null ? "" : ", without parley %.0f ms".formatted(bareTurns.median()),
                    ratio,
                    MOST,
                    ratio <= MOST ? "ok" : "MISSED");
            return ratio;
        }
    }

    /// @param isWarmedUp by turns of another conversation, as in a Parley that has run for a while:
    ///   its own code is slow at first
    private static LiveConnection converse(LiveAgent agent, boolean isWarmedUp) {
        var wish = agent.wish().permission(Permission.BYPASS);
        if (isWarmedUp) {
            try (var other = agent.converse(wish)) {
                for (var turn = 0; turn < 20; turn++) {
                    other.ask("w" + turn, "say ok", EndReason.COMPLETED);
                }
            }
        }
        return agent.converse(wish);
    }

    private static void run(ProcessBuilder command) throws IOException, InterruptedException {
        var process =
                command.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    /// Something to be timed.
    private interface Work {
        void run() throws Exception;
    }

    /// How long something took, in milliseconds. The first two rounds warm up what they need and do
    /// not count.
    private static final class Times {
        private final List<Double> all = new ArrayList<>();

        void take(Work work) throws Exception {
            var since = System.nanoTime();
            work.run();
            all.add((System.nanoTime() - since) / 1e6);
        }

        double median() {
            var counted = all.stream().skip(2).sorted().toList();
            return counted.get(counted.size() / 2);
        }
    }
}
