package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.api.NewSession;
import dev.parley.api.SessionState;
import dev.parley.api.TicketQuery;
import dev.parley.api.TicketState;
import dev.parley.api.TicketsSeen;
import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.event.Permission;
import dev.parley.event.ToolResult;
import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.EveryLiveCli;
import dev.parley.testing.real.RealCli;
import dev.parley.testing.real.RealParley;
import dev.parley.tool.Tool;
import dev.parley.tool.ToolCall;
import dev.parley.wire.ToolDefinition;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;

/// A person takes longer than a CLI waits for a tool. The limit of each CLI is shortened to ten
/// seconds by its own setting where it has one, and by a clock that runs faster where it has none;
/// the profile says so to Parley. `-Dreview.seconds=1260` leaves all limits as they are and takes
/// as long as it says.
@Tag("real")
class RealLongReviewTest {
    private static final int REAL_SECONDS = Integer.getInteger("review.seconds", 0);
    private static final boolean IS_SHORT = REAL_SECONDS == 0;
    private static final Duration REVIEW = Duration.ofSeconds(IS_SHORT ? 12 : REAL_SECONDS);
    private static final Duration PATIENCE = REVIEW.plusSeconds(180);

    /// For a CLI whose limit of ten minutes cannot be set: a minute is a second.
    private static final String FAST_CLOCK =
            """
            const real = globalThis.setTimeout;
            globalThis.setTimeout = Object.assign(
              (task, millis, ...rest) => real(task, millis >= 300000 ? millis / 60 : millis, ...rest), real);
            """;

    private static final Pattern PROPOSAL = Pattern.compile("\\bp[0-9a-f]{16}\\b");

    @TempDir Path temp;

    /// Waits however long, and does not care what its caller can hold.
    private record Deaf(CountDownLatch end) implements Tool {
        @Override
        public ToolDefinition definition() {
            return new ToolDefinition(
                    "hold",
                    "Waits.",
                    Json.object().put("type", "object"),
                    ToolDefinition.Effect.READS);
        }

        @Override
        public ToolResult call(ToolCall call) throws InterruptedException {
            end.await();
            return ToolResult.text("held");
        }
    }

    /// Those that give a call up by themselves; the others hold it as long as it takes.
    private static boolean isLimited(RealCli cli) {
        return switch (cli) {
            case GEMINI, QWEN -> true;
            case KIMI -> IS_SHORT; // an hour, by its setting
            case CLAUDE, CODEX, OPENCODE -> false;
        };
    }

    /// The built-in profile with limits of ten seconds.
    private void shorten(RealCli cli, Path directory) throws IOException {
        var path = "/dev/parley/provider/" + cli.id() + "/profile.json";
        ObjectNode profile;
        try (var in = App.class.getResourceAsStream(path)) {
            profile = (ObjectNode) Json.parse(new String(in.readAllBytes(), UTF_8)).orElseThrow();
        }
        var tools = profile.withObject("/live/tools");
        switch (cli) {
            case KIMI -> {
                tools.withObject("environment").put("KIMI_MCP_TOOL_TIMEOUT_MS", "10000");
                tools.put("patienceSeconds", 9);
            }
            case GEMINI, QWEN -> {
                var clock = Files.writeString(directory.resolve("clock.cjs"), FAST_CLOCK);
                tools.withObject("environment").put("NODE_OPTIONS", "--require=" + clock);
                tools.put("patienceSeconds", 9);
            }
            case OPENCODE ->
                    // It waits on as long as it hears of progress.
                    tools.withObject("json")
                            .withObject("OPENCODE_CONFIG_CONTENT")
                            .withObject("experimental")
                            .put("mcp_timeout", 10_000);
            case CLAUDE, CODEX -> {
                return; // no limit that could be shortened
            }
        }
        var providers = Files.createDirectories(directory.resolve("parley/config/providers"));
        Files.writeString(providers.resolve(cli.id() + ".json"), Json.write(profile));
    }

    /// Shows first that the limit is there, then proposes, and waits on as it is told.
    private static Reply reply(RealCli cli, ModelRequest request) {
        var results = request.toolResults();
        if (results.isEmpty() && IS_SHORT && isLimited(cli)) {
            return Reply.tool(cli.nameOfTool("hold"), "{}");
        }
        var last = results.isEmpty() ? "" : results.getLast();
        var proposal = PROPOSAL.matcher(last);
        if (last.contains("pending") && proposal.find()) {
            var arguments = Json.write(Json.object().put("id", proposal.group()));
            return Reply.tool(cli.nameOfTool("await_ticket"), arguments);
        }
        if (proposal.reset().find()) {
            return Reply.text("thank you");
        }
        var create =
                Reply.text("I propose.")
                        .tool(
                                cli.nameOfTool("create_ticket"),
                                "{\"tickets\":[{\"title\":\"Mend it\"},{\"title\":\"Rewrite it\"}]}");
        // Qwen connects anew after a call that took too long, and has no tools until then.
        return last.contains("not found") ? create.slowly(Duration.ofSeconds(1)) : create;
    }

    @EveryLiveCli
    void aReviewMayOutlastEveryLimit(RealCli cli) throws Exception {
        cli.executable();
        // It does not connect anew in time after the call it gave up; at its real limit it need
        // not.
        Assumptions.assumeFalse(IS_SHORT && cli == RealCli.QWEN, "Qwen Code keeps no tools then");
        var directory = Files.createDirectories(temp.toRealPath().resolve(cli.id()));
        var end = new CountDownLatch(1);
        try (var model = ScriptedModel.answering(request -> reply(cli, request))) {
            var parley = RealParley.with(cli, directory, model);
            if (IS_SHORT) {
                shorten(cli, directory);
            }
            try (var app = new App(parley.variables())) {
                app.builtInTools().register(new Deaf(end));
                var mode = cli == RealCli.KIMI ? Permission.EDIT : Permission.ASK;
                var id =
                        app.sessions()
                                .start(
                                        NewSession.with(cli.id(), parley.work().toString(), mode)
                                                .withTools(
                                                        List.of(
                                                                "hold",
                                                                "create_ticket",
                                                                "await_ticket"))
                                                .saying(Action.Prompt.of("propose two tickets")))
                                .id();
                Awaitility.await()
                        .atMost(Duration.ofSeconds(180))
                        .until(() ->
                                app.tickets().list(TicketQuery.board(null, 10)).tickets().size()
                                        == 2);
                Thread.sleep(REVIEW); // it is the CLI's own clock that is looked at
                assertThat(app.tickets().get("T1").state()).isEqualTo(TicketState.PROPOSED);
                app.tickets().accept("T1", null, TicketsSeen.ANY);
                app.tickets().reject("T2", "not now", TicketsSeen.ANY);
                Awaitility.await()
                        .atMost(PATIENCE)
                        .until(() -> app.sessions().info(id).state() == SessionState.IDLE);

                var results = model.mainRequests().getLast().toolResults();
                assertThat(results.getLast())
                        .contains("T1", "accepted", "T2", "rejected", "not now")
                        .doesNotContain("pending");
                var calls =
                        app.sessions().events(id, 0, 1000).stream()
                                .map(one -> one.envelope().event())
                                .filter(Event.ToolCalled.class::isInstance)
                                .map(one -> ((Event.ToolCalled) one).name())
                                .toList();
                assertThat(calls.stream().filter("create_ticket"::equals)).hasSize(1);
                if (isLimited(cli)) {
                    assertThat(calls).contains("await_ticket");
                } else {
                    assertEquals(List.of("create_ticket"), calls, "held to the end");
                }
                if (IS_SHORT && isLimited(cli)) {
                    assertThat(results.getFirst())
                            .as("its limit is as short as it was set")
                            .containsIgnoringCase("timed out");
                }
            } finally {
                end.countDown();
            }
        }
    }
}
