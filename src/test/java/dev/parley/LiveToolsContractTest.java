package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.LiveCapability;
import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.api.SessionState;
import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.Permission;
import dev.parley.event.ToolResult;
import dev.parley.provider.LiveTools;
import dev.parley.provider.ProviderProfile;
import dev.parley.testing.Profiles;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.EveryLiveCli;
import dev.parley.testing.real.Proofs;
import dev.parley.testing.real.RealCli;
import dev.parley.testing.real.RealParley;
import dev.parley.tool.Tool;
import dev.parley.tool.ToolCall;
import dev.parley.wire.ToolDefinition;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Tools of Parley inside every real CLI, each delivered in its own way.
@Tag("real")
class LiveToolsContractTest {
    /// Longer than some CLIs wait if they are not told otherwise.
    private static final Duration LONG = Duration.ofSeconds(70);

    @TempDir Path temp;

    private final LinkedBlockingQueue<String> happened = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final Map<String, SessionId> callers = new ConcurrentHashMap<>();

    /// Tells when it begins and ends; answers what the test gives it.
    private final class Hold implements Tool {
        @Override
        public ToolDefinition definition() {
            var schema =
                    """
                    {"type":"object","properties":{"word":{"type":"string"}},
                     "required":["word"],"additionalProperties":false}
                    """;
            return new ToolDefinition(
                    "hold",
                    "Waits for an answer.",
                    Json.parse(schema).orElseThrow(),
                    ToolDefinition.Effect.READS);
        }

        @Override
        public ToolResult call(ToolCall call) throws InterruptedException {
            var word = call.arguments().path("word").asString();
            callers.put(word, call.caller().session().orElseThrow());
            happened.add("begun " + word);
            try {
                return ToolResult.text(answers.take() + " for " + word);
            } catch (InterruptedException e) {
                happened.add("ended " + word);
                throw e;
            }
        }
    }

    /// A Parley whose sessions may have the tool.
    private final class Case implements AutoCloseable {
        final RealCli cli;
        final ScriptedModel model;
        final RealParley parley;
        final App app;

        Case(RealCli cli, Reply... replies) throws IOException {
            this.cli = cli;
            cli.executable();
            model = ScriptedModel.saying(replies);
            parley = RealParley.with(cli, Files.createDirectories(temp.toRealPath()), model);
            app = new App(parley.variables());
            app.builtInTools().register(new Hold());
        }

        NewSession wish() {
            var mode = cli == RealCli.KIMI ? Permission.EDIT : Permission.ASK;
            return NewSession.with(cli.id(), parley.work().toString(), mode)
                    .withTools(List.of("hold"));
        }

        SessionId start() throws InterruptedException {
            return app.sessions().start(wish().saying(Action.Prompt.of("use your tool"))).id();
        }

        void say(SessionId id, String text) throws InterruptedException {
            app.sessions().ask(id, Action.Prompt.of(text));
        }

        List<Event> events(SessionId id) throws InterruptedException {
            return app.sessions().events(id, 0, 1000).stream()
                    .map(logged -> logged.envelope().event())
                    .toList();
        }

        <T extends Event> List<T> events(SessionId id, Class<T> type) throws InterruptedException {
            return events(id).stream().filter(type::isInstance).map(type::cast).toList();
        }

        /// Waits for the end of so many turns.
        List<Event.TurnEnded> turns(SessionId id, int count) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(180))
                    .until(() ->
                            events(id, Event.TurnEnded.class).size() == count
                                    && app.sessions().info(id).state() == SessionState.IDLE);
            try {
                return events(id, Event.TurnEnded.class);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {
            app.close();
            model.close();
        }
    }

    private static Reply.Answer hold(RealCli cli, String word) {
        return Reply.tool(cli.nameOfTool("hold"), Json.write(Json.object().put("word", word)));
    }

    private void expect(String what) throws InterruptedException {
        assertEquals(what, happened.poll(180, TimeUnit.SECONDS));
    }

    @EveryLiveCli
    void callsAToolOfParley(RealCli cli) throws Exception {
        try (var run = new Case(cli, hold(cli, "one"), Reply.text("thank you"))) {
            answers.add("42");
            var id = run.start();
            expect("begun one");
            assertEquals(EndReason.COMPLETED, run.turns(id, 1).getFirst().reason());

            assertThat(run.model.mainRequests().getFirst().toolNames())
                    .anyMatch(name -> name.endsWith("hold"));
            assertThat(run.model.mainRequests().getLast().toolResults().getLast())
                    .contains("42 for one");
            var call = run.events(id, Event.ToolCalled.class).getFirst();
            assertEquals("hold", call.name());
            assertEquals(Json.object().put("word", "one"), call.arguments());
            var result = run.events(id, Event.ToolReturned.class).getFirst();
            assertEquals(call.callId(), result.callId());
            assertEquals("hold", result.name());
            assertThat(result.output()).contains("42 for one");
            assertThat(run.events(id, Event.ApprovalRequested.class)).isEmpty();
            assertThat(run.events(id, Event.Unrecognized.class)).isEmpty();
            Proofs.show(
                    cli,
                    LiveCapability.PARLEY_TOOLS,
                    server(cli).isPresent() ? "MCP over HTTP" : "its own protocol");
        }
    }

    private static Optional<LiveTools> server(RealCli cli) {
        return Profiles.of(cli.id()).findLive().flatMap(ProviderProfile.Live::toolServer);
    }

    /// A day is as long as it takes.
    private static String patience(RealCli cli) {
        return server(cli)
                .map(LiveTools::patience)
                .filter(patience -> patience.compareTo(Duration.ofDays(1)) < 0)
                .map(patience ->
                        "%d min %d s".formatted(patience.toMinutes(), patience.toSecondsPart()))
                .orElse("no limit");
    }

    @EveryLiveCli
    void waitsForATool(RealCli cli) throws Exception {
        try (var run = new Case(cli, hold(cli, "one"), Reply.text("thank you"))) {
            var id = run.start();
            expect("begun one");
            Thread.sleep(LONG); // it is the CLI's own clock that is looked at
            assertThat(happened).isEmpty();
            answers.add("at last");
            assertEquals(EndReason.COMPLETED, run.turns(id, 1).getFirst().reason());

            assertThat(run.model.mainRequests().getLast().toolResults().getLast())
                    .contains("at last for one");
            assertThat(happened).isEmpty(); // nor was the call repeated
            Proofs.show(cli, LiveCapability.WAITING_TOOLS, patience(cli));
        }
    }

    @EveryLiveCli
    void callsTwoToolsOfOneAnswer(RealCli cli) throws Exception {
        try (var run =
                new Case(
                        cli,
                        hold(cli, "one")
                                .tool(
                                        cli.nameOfTool("hold"),
                                        Json.write(Json.object().put("word", "two"))),
                        Reply.text("thank you"))) {
            answers.add("first");
            answers.add("second");
            var id = run.start();
            assertEquals(EndReason.COMPLETED, run.turns(id, 1).getFirst().reason());

            assertThat(List.of(happened.take(), happened.take()))
                    .containsExactlyInAnyOrder("begun one", "begun two");
            assertThat(run.events(id, Event.ToolCalled.class))
                    .extracting(call -> call.arguments().path("word").asString())
                    .containsExactlyInAnyOrder("one", "two");
            for (var call : run.events(id, Event.ToolCalled.class)) {
                assertThat(run.events(id, Event.ToolReturned.class))
                        .filteredOn(result -> result.callId().equals(call.callId()))
                        .singleElement()
                        .satisfies(result ->
                                assertThat(result.output())
                                        .contains(
                                                "for " + call.arguments().path("word").asString()));
            }
            assertThat(run.events(id, Event.ApprovalRequested.class)).isEmpty();
        }
    }

    @EveryLiveCli
    void aHeldCallEndsWithItsTurnAndTheNextTurnHasTheToolAgain(RealCli cli) throws Exception {
        try (var run = new Case(cli, hold(cli, "one"), hold(cli, "two"), Reply.text("thank you"))) {
            var id = run.start();
            expect("begun one");

            run.app.sessions().ask(id, new Action.Interrupt());

            expect("ended one");
            assertEquals(EndReason.INTERRUPTED, run.turns(id, 1).getFirst().reason());
            answers.add("fresh");
            run.say(id, "again");
            expect("begun two");
            assertEquals(EndReason.COMPLETED, run.turns(id, 2).getLast().reason());
            assertThat(run.model.mainRequests().getLast().toolResults().getLast())
                    .contains("fresh for two");
        }
    }

    @EveryLiveCli
    void aResumedSessionHasItsToolsAgain(RealCli cli) throws Exception {
        try (var run =
                new Case(
                        cli,
                        hold(cli, "one"),
                        Reply.text("thank you"),
                        hold(cli, "two"),
                        Reply.text("thanks again"))) {
            answers.add("first");
            var id = run.start();
            run.turns(id, 1);
            run.app.sessions().ask(id, new Action.Close());
            answers.add("second");

            run.app
                    .sessions()
                    .start(
                            NewSession.resuming(id.value())
                                    .saying(Action.Prompt.of("use it again")));

            expect("begun one");
            expect("begun two");
            run.turns(id, 2);
            assertThat(run.model.mainRequests().getLast().toolResults().getLast())
                    .contains("second for two");
            assertThat(run.events(id, Event.ApprovalRequested.class)).isEmpty();
        }
    }

    @EveryLiveCli
    void argumentsThatBreakTheSchemaAreToldToTheModel(RealCli cli) throws Exception {
        try (var run =
                new Case(
                        cli,
                        // Qwen Code makes a string of a number by itself.
                        Reply.tool(cli.nameOfTool("hold"), "{\"other\":\"seven\"}"),
                        hold(cli, "seven"),
                        Reply.text("thank you"))) {
            answers.add("well");
            var id = run.start();
            expect("begun seven");
            assertEquals(EndReason.COMPLETED, run.turns(id, 1).getFirst().reason());

            assertThat(run.model.mainRequests().get(1).toolResults().getLast())
                    .containsIgnoringCase("word");
            assertThat(happened).isEmpty();
        }
    }

    @EveryLiveCli
    void eachOfTwoSessionsIsKnownByItsCalls(RealCli cli) throws Exception {
        try (var run =
                new Case(
                        cli,
                        hold(cli, "one"),
                        Reply.text("thank you"),
                        hold(cli, "two"),
                        Reply.text("thank you"),
                        hold(cli, "three"),
                        Reply.text("thank you"))) {
            answers.addAll(List.of("1", "2", "3"));
            var first = run.start();
            run.turns(first, 1);
            var second = run.start();
            run.turns(second, 1);
            run.say(first, "again");
            run.turns(first, 2);

            assertEquals(Map.of("one", first, "two", second, "three", first), callers);
        }
    }

    @EveryLiveCli
    void aSessionWithoutToolsKnowsNothingOfThem(RealCli cli) throws Exception {
        try (var run = new Case(cli, Reply.text("hello"))) {
            var id =
                    run.app
                            .sessions()
                            .start(
                                    run.wish()
                                            .withTools(List.of())
                                            .saying(Action.Prompt.of("hello")))
                            .id();
            run.turns(id, 1);

            assertThat(run.model.mainRequests().getFirst().toolNames())
                    .noneMatch(name -> name.endsWith("hold"));
        }
    }
}
