package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.NewSession;
import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Permission;
import dev.parley.event.ToolResult;
import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.LiveAgent;
import dev.parley.testing.real.RealCli;
import dev.parley.testing.real.RealParley;
import dev.parley.wire.OfferedTools;
import dev.parley.wire.ToolDefinition;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a call of a tool takes in a real CLI, from the model's reply with the call to the request
/// with its result: through a session of Parley, against the same CLI whose calls are answered at
/// once; round by round, so that both meet the same machine. No test by its name, so only
/// `bench/run tools` runs it.
@Tag("real")
class ToolCallBench {
    private static final int ROUNDS = 22;
    private static final String TOOL = "list_tickets";

    /// In milliseconds.
    private static final double MOST_ADDED = 5;

    @TempDir Path temp;

    @ParameterizedTest
    @EnumSource(
            value = RealCli.class,
            names = {"CLAUDE", "CODEX"})
    void aCallCostsHardlyMoreThanTheCliItself(RealCli cli) throws Exception {
        var directory = temp.toRealPath();
        var bare = new Times(cli);
        var ours = new Times(cli);
        try (var bareModel = ScriptedModel.answering(bare::reply);
                var ourModel = ScriptedModel.answering(ours::reply);
                var agent = LiveAgent.in(directory.resolve("bare"), cli, bareModel);
                var live = agent.converse(agent.wish().offering(offered()));
                var app =
                        new App(
                                RealParley.with(cli, directory.resolve("ours"), ourModel)
                                        .variables())) {
            var work = Files.createDirectories(directory.resolve("ours/work"));
            var session =
                    app.sessions()
                            .start(
                                    NewSession.with(cli.id(), work.toString(), Permission.ASK)
                                            .withTools(List.of(TOOL)));
            for (var round = 1; round <= ROUNDS; round++) {
                live.prompt("t" + round, "call it");
                var asked = live.toolAsked(round);
                live.say("c1", new Action.AnswerTool(asked.callId(), ToolResult.text("{}")));
                live.ended("t" + round, EndReason.COMPLETED);
                app.sessions()
                        .turn(
                                NewSession.resuming(session.id().value())
                                        .saying(Action.Prompt.of("call it")),
                                _ -> {});
            }
        }
        var added = ours.median() - bare.median();
        System.out.printf(
                "  %-8s answered at once p50 %7.2f ms   by Parley p50 %7.2f ms   added %6.2f ms   limit %.0f ms: %s%n",
                cli.id(),
                bare.median(),
                ours.median(),
                added,
                MOST_ADDED,
                added <= MOST_ADDED ? "ok" : "MISSED");
        assertThat(added).isLessThanOrEqualTo(MOST_ADDED);
    }

    private static OfferedTools offered() {
        var schema = Json.object().put("type", "object");
        var tool = new ToolDefinition(TOOL, "Lists.", schema, ToolDefinition.Effect.READS);
        return new OfferedTools("parley", List.of(tool), Optional.empty());
    }

    /// A model that calls the tool once in a turn, and measures. The first two rounds warm up what
    /// they need and do not count.
    private static final class Times {
        private final String tool;
        private final List<Double> all = new ArrayList<>();
        private long since;

        Times(RealCli cli) {
            tool = cli == RealCli.CLAUDE ? "mcp__parley__" + TOOL : "parley__" + TOOL;
        }

        synchronized Reply reply(ModelRequest request) {
            var now = System.nanoTime();
            if (request.toolResults().size() > all.size()) {
                all.add((now - since) / 1e6);
                return Reply.text("ok");
            }
            since = System.nanoTime();
            return Reply.tool(tool, "{}");
        }

        synchronized double median() {
            assertThat(all).hasSize(ROUNDS);
            var counted = all.stream().skip(2).sorted().toList();
            return counted.get(counted.size() / 2);
        }
    }
}
