package dev.parley.provider;

import static dev.parley.api.LiveCapability.EXTRA_DIRECTORIES;
import static dev.parley.api.LiveCapability.IMAGES;
import static dev.parley.api.LiveCapability.INTERRUPT;
import static dev.parley.api.LiveCapability.MODEL_SWITCH;
import static dev.parley.api.LiveCapability.RESUME;
import static dev.parley.api.LiveCapability.SHARED_PROCESS;
import static dev.parley.api.LiveCapability.STEER;
import static dev.parley.api.LiveCapability.STREAMING;
import static dev.parley.api.LiveCapability.SYSTEM_PROMPT;
import static dev.parley.api.LiveCapability.THINKING;
import static dev.parley.api.LiveCapability.USAGE;
import static dev.parley.testing.real.LiveConnection.PATIENCE;
import static dev.parley.testing.real.Proofs.show;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.Permission;
import dev.parley.event.TurnOrigin;
import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.Children;
import dev.parley.testing.real.EveryLiveCli;
import dev.parley.testing.real.FileTree;
import dev.parley.testing.real.LiveAgent;
import dev.parley.testing.real.LiveConnection;
import dev.parley.testing.real.RealCli;
import dev.parley.wire.Happening;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// What every provider promises about a live conversation, kept by the real CLI behind its dialect.
/// A CLI joins by the `live` section of its profile.
@Tag("real")
class LiveContractTest {
    /// One red pixel.
    private static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

    private static final Duration SLOWLY = Duration.ofMillis(100);

    /// Some CLIs refuse a plain `sleep`.
    private static final String ENDLESS = "tail -f /dev/null";

    private static final String LONG_ANSWER = "one two three four five six seven ".repeat(20);

    @TempDir Path temp;

    @BeforeEach
    void useRealPaths() throws IOException {
        temp = temp.toRealPath();
    }

    @EveryLiveCli
    void holdsTwoTurnsOnOneWarmProcess(RealCli cli) throws Exception {
        var first =
                Reply.thinking("let me see whether this is right")
                        .text("one two three four five six")
                        .usage(1000, 50, 800, 10)
                        .slowly(Duration.ofMillis(30));
        try (var model =
                        ScriptedModel.saying(
                                first, Reply.text("blue it was").usage(1200, 20, 900, 0));
                var agent = LiveAgent.in(temp, cli, model);
                var live = agent.converse(agent.wish())) {
            assertThat(live.joined("c1").nativeId()).isNotBlank();
            live.ask("t1", "remember blue", EndReason.COMPLETED);
            assertThat(live.events("c1")).contains(new Event.TurnStarted("t1", TurnOrigin.PROMPT));
            assertStreamed(agent, live);
            assertUsed(cli, agent, live, 1, 1000, 50, 800);
            live.ask("t2", "which colour?", EndReason.COMPLETED);
            assertThat(live.events("c1", Event.AssistantSaid.class).getLast().content())
                    .isEqualTo("blue it was");
            assertUsed(cli, agent, live, 2, 1200, 20, 900);
            assertThat(model.mainRequests().getLast().assistantTexts())
                    .contains("one two three four five six");
            assertThat(live.events("c1", Event.Unrecognized.class)).as("%s", live).isEmpty();
            assertThat(live.happened(Happening.Unclaimed.class)).as("%s", live).isEmpty();
            assertThat(live.events("c1", Event.Failed.class)).as("%s", live).isEmpty();
        }
    }

    private static void assertStreamed(LiveAgent agent, LiveConnection live) {
        var pieces = live.events("c1", Event.AssistantStreamed.class);
        var whole = live.events("c1", Event.AssistantSaid.class).getFirst();
        agent.shows(STREAMING, pieces.size() > 1, live);
        assertThat(whole.content()).isEqualTo("one two three four five six");
        assertThat(pieces)
                .allSatisfy(piece -> assertThat(piece.messageId()).isEqualTo(whole.messageId()));
        assertThat(pieces.stream().map(Event.AssistantStreamed::content).toList())
                .satisfies(all -> assertThat(String.join("", all)).isEqualTo(whole.content()));
        var thoughts = live.events("c1", Event.Thought.class);
        agent.shows(THINKING, !thoughts.isEmpty(), live);
    }

    /// Of each turn only its own.
    private static void assertUsed(
            RealCli cli,
            LiveAgent agent,
            LiveConnection live,
            int turns,
            long input,
            long output,
            long cached) {
        var used = live.events("c1", Event.TokensUsed.class);
        agent.shows(USAGE, !used.isEmpty(), live);
        if (!used.isEmpty()) {
            assertThat(used).as("%s", live).hasSize(turns);
            var usage = used.getLast().usage();
            assertThat(usage.inputTokens()).as("%s", live).isEqualTo(input);
            if (cli == RealCli.GEMINI) {
                // It tells neither cached tokens nor thoughts.
                assertThat(usage.outputTokens()).as("%s", live).isBetween(1L, output);
                assertThat(usage.cachedTokens()).as("%s", live).isNull();
                show(cli, USAGE, "without cache and thoughts");
            } else {
                assertThat(usage.outputTokens()).as("%s", live).isEqualTo(output);
                assertThat(usage.cachedTokens()).as("%s", live).isEqualTo(cached);
            }
        }
    }

    @EveryLiveCli
    void stopsATurnAndGoesOn(RealCli cli) throws Exception {
        try (var model =
                        ScriptedModel.saying(
                                Reply.text(LONG_ANSWER).slowly(SLOWLY), Reply.text("still here"));
                var agent = LiveAgent.thatCan(temp, cli, model, INTERRUPT);
                var live = agent.converse(agent.wish())) {
            live.prompt("t1", "count");
            await().atMost(PATIENCE).until(() -> !model.mainRequests().isEmpty());
            live.next("c1", Event.TurnStarted.class, _ -> true);
            live.say("c1", new Action.Interrupt());
            live.ended("t1", EndReason.INTERRUPTED);
            assertThat(live.events("c1", Event.Failed.class)).as("%s", live).isEmpty();
            live.ask("t2", "still there?", EndReason.COMPLETED);
            assertThat(live.events("c1", Event.AssistantSaid.class).getLast().content())
                    .isEqualTo("still here");
            show(cli, INTERRUPT);
        }
    }

    @EveryLiveCli
    void stopsTheCommandOfATurnItStops(RealCli cli) throws Exception {
        try (var model = ScriptedModel.saying(Reply.shell(ENDLESS), Reply.text("done"));
                var agent = LiveAgent.thatCan(temp, cli, model, INTERRUPT);
                var live = agent.converse(agent.wish().permission(Permission.BYPASS))) {
            var children = new Children(temp);
            live.prompt("t1", "wait");
            await().atMost(PATIENCE).until(() -> children.running(ENDLESS).isPresent());
            live.say("c1", new Action.Interrupt());
            live.ended("t1", EndReason.INTERRUPTED);
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(children.running(ENDLESS)).as("%s", live).isEmpty());
        }
    }

    @EveryLiveCli
    void resumesAfterItWasKilled(RealCli cli) throws Exception {
        try (var model =
                        ScriptedModel.saying(
                                Reply.text("you said blue"),
                                Reply.text(LONG_ANSWER).slowly(SLOWLY),
                                Reply.text("blue it was"));
                var agent = LiveAgent.thatCan(temp, cli, model, RESUME)) {
            String id;
            try (var live = agent.converse(agent.wish())) {
                live.ask("t1", "remember blue", EndReason.COMPLETED);
                id = live.joined("c1").nativeId();
                live.prompt("t2", "count");
                await().atMost(PATIENCE).until(() -> model.mainRequests().size() == 2);
                live.next("c1", Event.TurnStarted.class, turn -> turn.turnId().equals("t2"));
                live.kill();
                live.ended("t2", EndReason.ERROR);
                assertThat(live.events("c1", Event.Failed.class)).hasSize(1);
            }
            try (var live = agent.converse(agent.wish().resuming(id))) {
                assertThat(live.joined("c1").nativeId()).isEqualTo(id);
                live.ask("t3", "which colour?", EndReason.COMPLETED);
                var request = model.mainRequests().getLast();
                assertThat(request.userTexts())
                        .anySatisfy(text -> assertThat(text).contains("remember blue"))
                        .anySatisfy(text -> assertThat(text).contains("which colour?"));
                assertThat(request.assistantTexts()).contains("you said blue");
                assertThat(live.events("c1", Event.AssistantSaid.class))
                        .as("%s", live)
                        .singleElement();
            }
            show(cli, RESUME);
        }
    }

    @EveryLiveCli
    void saysThatASessionIsNotThere(RealCli cli) throws Exception {
        try (var model = ScriptedModel.saying(Reply.text("new here"));
                var agent = LiveAgent.thatCan(temp, cli, model, RESUME);
                var live = agent.converse(agent.wish().resuming(cli.unknownSession()))) {
            live.prompt("t1", "go on");
            await().atMost(PATIENCE).until(() -> !live.happened(Happening.Refused.class).isEmpty());
            assertThat(live.happened(Happening.Refused.class))
                    .singleElement()
                    .satisfies(refused ->
                            assertThat(refused.why()).isEqualTo(Happening.Refusal.UNKNOWN_SESSION));
            assertThat(live.events("c1")).as("%s", live).isEmpty();
            assertThat(model.mainRequests()).isEmpty();
        }
    }

    @EveryLiveCli
    void takesAPicture(RealCli cli) throws Exception {
        try (var model = ScriptedModel.saying(Reply.text("red"));
                var agent = LiveAgent.thatCan(temp, cli, model, IMAGES);
                var live = agent.converse(agent.wish())) {
            live.say(
                    "c1",
                    new Action.Prompt(
                            "t1", "which colour?", List.of(new Action.Image("image/png", PIXEL))));
            live.ended("t1", EndReason.COMPLETED);
            assertThat(model.mainRequests().getLast().hasImage()).as("%s", live).isTrue();
            show(cli, IMAGES);
        }
    }

    @EveryLiveCli
    void switchesTheModel(RealCli cli) throws Exception {
        try (var model = ScriptedModel.answering(_ -> Reply.text("hello"));
                var agent = LiveAgent.thatCan(temp, cli, model, MODEL_SWITCH);
                var live = agent.converse(agent.wish())) {
            live.ask("t1", "who are you?", EndReason.COMPLETED);
            assertThat(model.mainRequests().getLast().modelName())
                    .isNotEqualTo(cli.nameOfOtherModel());
            live.say("c1", new Action.SwitchModel(cli.otherModel()));
            live.next(
                    "c1",
                    Event.SessionChanged.class,
                    changed -> cli.otherModel().equals(changed.model()));
            live.ask("t2", "and now?", EndReason.COMPLETED);
            assertThat(model.mainRequests().getLast().modelName())
                    .as("%s", live)
                    .isEqualTo(cli.nameOfOtherModel());
            show(cli, MODEL_SWITCH);
        }
    }

    @EveryLiveCli
    void takesAWordIntoARunningTurn(RealCli cli) throws Exception {
        try (var model =
                        ScriptedModel.saying(
                                Reply.text(LONG_ANSWER).slowly(SLOWLY), Reply.text("in French"));
                var agent = LiveAgent.thatCan(temp, cli, model, STEER);
                var live = agent.converse(agent.wish())) {
            live.prompt("t1", "count");
            live.next("c1", Event.AssistantStreamed.class, _ -> true);
            live.say("c1", Action.Steer.of("in French, please"));
            live.ended("t1", EndReason.COMPLETED);
            assertThat(model.mainRequests().getLast().userTexts())
                    .as("%s", live)
                    .anySatisfy(text -> assertThat(text).contains("in French, please"));
            assertThat(live.events("c1", Event.AssistantSaid.class).getLast().content())
                    .isEqualTo("in French");
            assertThat(live.events("c1", Event.TurnStarted.class)).hasSize(1);
            show(cli, STEER);
        }
    }

    @EveryLiveCli
    void takesASystemPromptAndAnotherDirectory(RealCli cli) throws Exception {
        var outside = Files.createTempDirectory(Path.of("/var/tmp"), "parley-live").toRealPath();
        var file = outside.resolve("notes.txt");
        try (var model =
                        ScriptedModel.saying(
                                Reply.write(file.toString(), "written\n"), Reply.text("moo"));
                var agent = LiveAgent.thatCan(temp, cli, model, EXTRA_DIRECTORIES)) {
            var wish = agent.wish().permission(Permission.EDIT).directory(outside);
            if (agent.profile().can(SYSTEM_PROMPT)) {
                wish = wish.system("Always say \"moo\".\nAnd $HOME is ünknown.");
            }
            try (var live = agent.converse(wish)) {
                live.prompt("t1", "write there");
                if (cli == RealCli.KIMI) {
                    // It asks, because git cannot undo it, but it knows the directory.
                    live.decide(live.request(1), Action.Decision.ALLOW, null);
                    assertThat(model.mainRequests().getFirst().body().toString())
                            .contains(outside.toString());
                }
                live.ended("t1", EndReason.COMPLETED);
                assertThat(file).as("%s", live).hasContent("written\n");
                show(cli, EXTRA_DIRECTORIES, cli == RealCli.KIMI ? "asks there" : "yes");
                assertSystem(cli, agent, model.mainRequests().getFirst());
            }
        } finally {
            FileTree.delete(outside);
        }
    }

    private static void assertSystem(RealCli cli, LiveAgent agent, ModelRequest request) {
        if (agent.profile().can(SYSTEM_PROMPT)) {
            assertThat(request.systemText()).contains("Always say \"moo\".\nAnd $HOME is ünknown.");
            show(cli, SYSTEM_PROMPT);
        }
    }

    @EveryLiveCli
    void holdsTwoConversationsAtOnceInOneProcess(RealCli cli) throws Exception {
        try (var model =
                        ScriptedModel.answering(request ->
                                Reply.text(
                                                request.userTexts().toString().contains("say red")
                                                        ? "red red red red"
                                                        : "blue blue blue blue")
                                        .slowly(SLOWLY));
                var agent = LiveAgent.thatCan(temp, cli, model, SHARED_PROCESS);
                var live = agent.converse(agent.wish())) {
            var other = Files.createDirectories(temp.resolve("other"));
            agent.join(live, "c2", agent.wish().in(other));
            live.joined("c1");
            live.joined("c2");
            live.prompt("t1", "say red");
            live.say("c2", Action.Prompt.of("t2", "say blue"));
            live.ended("t1", EndReason.COMPLETED);
            live.next("c2", Event.TurnEnded.class, _ -> true);
            assertThat(live.events("c1", Event.AssistantSaid.class))
                    .as("%s", live)
                    .singleElement()
                    .satisfies(said -> assertThat(said.content()).isEqualTo("red red red red"));
            assertThat(live.events("c2", Event.AssistantSaid.class))
                    .singleElement()
                    .satisfies(said -> assertThat(said.content()).isEqualTo("blue blue blue blue"));
            assertThat(live.joined("c2").nativeId()).isNotEqualTo(live.joined("c1").nativeId());
            assertThat(live.events("c2", Event.SessionStarted.class).getFirst().cwd())
                    .isEqualTo(other.toString());
            assertAtOnce(live);
            var red = live.joined("c1").nativeId();
            live.leave("c1");
            live.say("c2", Action.Prompt.of("t3", "blue again"));
            live.next("c2", Event.TurnEnded.class, turn -> turn.turnId().equals("t3"));
            agent.join(live, "c3", agent.wish().resuming(red));
            assertThat(live.joined("c3").nativeId()).isEqualTo(red);
            live.say("c3", Action.Prompt.of("t4", "red again"));
            live.next("c3", Event.TurnEnded.class, _ -> true);
            assertThat(model.mainRequests().getLast().assistantTexts())
                    .as("%s", live)
                    .contains("red red red red");
            show(cli, SHARED_PROCESS);
        }
    }

    /// Each of them begins before the other has ended.
    private static void assertAtOnce(LiveConnection live) {
        var turns =
                live.happened(Happening.Said.class).stream()
                        .map(Happening.Said::event)
                        .filter(event ->
                                event instanceof Event.TurnStarted
                                        || event instanceof Event.TurnEnded)
                        .toList();
        assertThat(turns.subList(0, 2))
                .as("%s", live)
                .hasOnlyElementsOfType(Event.TurnStarted.class);
    }
}
