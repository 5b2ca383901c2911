package dev.parley.provider;

import static dev.parley.api.Capability.COST;
import static dev.parley.api.Capability.MODEL_CHOICE;
import static dev.parley.api.Capability.RESUME;
import static dev.parley.api.Capability.STREAMING;
import static dev.parley.api.Capability.SYSTEM_PROMPT;
import static dev.parley.api.Capability.THINKING;
import static dev.parley.api.Capability.USAGE;
import static dev.parley.testing.real.Proofs.Behaviour.MODEL_ERROR;
import static dev.parley.testing.real.Proofs.Behaviour.PROMPT_AS_WRITTEN;
import static dev.parley.testing.real.Proofs.Behaviour.UNKNOWN_SESSION;
import static dev.parley.testing.real.Proofs.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Capability;
import dev.parley.base.problem.Problem;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.EveryCli;
import dev.parley.testing.real.RealAgent;
import dev.parley.testing.real.RealCli;
import dev.parley.testing.real.Told;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/// What every provider promises about a conversation, kept by the real CLI behind Parley's own
/// stack. What a test has shown goes into the table of `docs/providers/README.md`.
@Tag("real")
class ProviderContractTest {
    /// Whatever a shell, a template or a pipe might spoil.
    private static final String PROMPT =
            "Say \"it's\"  fine: $HOME `id` \\n %s {cwd} {prompt}\n\n\ttab, ünï → 😀, <b> & |\n-- end";

    @TempDir Path temp;

    @BeforeEach
    void useRealPaths() throws IOException {
        temp = temp.toRealPath();
    }

    @EveryCli
    void answersAPromptInPiecesWithThoughtsAndUsage(RealCli cli) throws Exception {
        var reply =
                Reply.thinking("let me see whether this is right")
                        .text("one two three four five six marker-7")
                        .usage(1000, 50, 800, 10)
                        .slowly(Duration.ofMillis(60));
        try (var model = ScriptedModel.saying(reply)) {
            var agent = RealAgent.in(temp, cli, model);
            var told = agent.ask(PROMPT).run();
            assertThat(told.outcome().reason()).as("%s", told).isEqualTo(EndReason.COMPLETED);
            assertThat(told.outcome().answer()).isEqualTo("one two three four five six marker-7");
            assertThat(told.sessionId()).isNotBlank();
            assertThat(told.events().getFirst()).isInstanceOf(Event.SessionStarted.class);
            assertThat(told.events().getLast())
                    .isEqualTo(new Event.SessionEnded(EndReason.COMPLETED, 0));
            assertThat(told.events(Event.Unrecognized.class)).isEmpty();
            assertThat(onlyRequest(model).userTexts())
                    .anySatisfy(text -> assertThat(text).contains(PROMPT));
            show(cli, PROMPT_AS_WRITTEN);
            var pieces = told.events(Event.AssistantStreamed.class);
            assertCan(cli, agent, STREAMING, pieces.size() > 1, told);
            var thoughts = told.events(Event.Thought.class);
            assertCan(cli, agent, THINKING, !thoughts.isEmpty(), told);
            assertUsage(cli, agent, told);
        }
    }

    private static void assertUsage(RealCli cli, RealAgent agent, Told told) {
        var usage = told.outcome().usage();
        assertCan(cli, agent, USAGE, usage.isPresent(), told);
        var cost = usage.map(Usage::totalCost).orElse(null);
        assertCan(cli, agent, COST, cost != null && cost > 0, told);
        usage.ifPresent(counted -> {
            // Gemini asks a small model first which one is to answer, and counts that as well.
            assertThat(counted.inputTokens()).isEqualTo(cli == RealCli.GEMINI ? 1100 : 1000);
            assertThat(counted.outputTokens()).isEqualTo(cli == RealCli.GEMINI ? 70 : 50);
            assertThat(counted.cachedTokens()).isEqualTo(800);
        });
    }

    /// No more and no less than the profile says.
    private static void assertCan(
            RealCli cli, RealAgent agent, Capability capability, boolean seen, Told told) {
        assertThat(seen).as("%s: %s", capability, told).isEqualTo(agent.profile().can(capability));
        if (seen) {
            show(cli, capability);
        }
    }

    @EveryCli
    void takesAModelAndASystemPrompt(RealCli cli) throws Exception {
        var system = "Always say \"moo\".\nAnd $HOME is ünknown.";
        try (var model = ScriptedModel.saying(Reply.text("moo"))) {
            var agent = RealAgent.in(temp, cli, model);
            var told = agent.ask("speak").model(cli.otherModel()).system(system).run();
            assertThat(told.outcome().answer()).as("%s", told).isEqualTo("moo");
            var request = onlyRequest(model);
            assertThat(request.modelName()).isEqualTo(cli.nameOfOtherModel());
            show(cli, MODEL_CHOICE);
            assertSystem(agent.profile().can(SYSTEM_PROMPT), request, system, "speak");
            if (agent.profile().can(SYSTEM_PROMPT)) {
                show(cli, SYSTEM_PROMPT);
            }
        }
    }

    private static void assertSystem(
            boolean isTaken, ModelRequest request, String system, String prompt) {
        if (isTaken) {
            assertThat(request.systemText()).contains(system);
        } else {
            assertThat(request.userTexts())
                    .anySatisfy(text -> assertThat(text).contains(system + "\n\n" + prompt));
        }
    }

    @EveryCli
    void resumesASessionWithItsHistory(RealCli cli) throws Exception {
        try (var model =
                ScriptedModel.saying(Reply.text("you said blue"), Reply.text("blue it was"))) {
            var agent = RealAgent.in(temp, cli, model);
            var first = agent.ask("remember blue").system("be kind").run();
            var second =
                    agent.ask("which colour?")
                            .resuming(first.sessionId())
                            .system("be very brief")
                            .run();
            assertThat(second.outcome().reason()).as("%s", second).isEqualTo(EndReason.COMPLETED);
            assertThat(second.outcome().answer()).isEqualTo("blue it was");
            assertThat(second.sessionId()).isEqualTo(first.sessionId());
            assertThat(model.mainRequests()).hasSize(2);
            var request = model.mainRequests().getLast();
            assertThat(request.userTexts())
                    .anySatisfy(text -> assertThat(text).contains("remember blue"))
                    .anySatisfy(text -> assertThat(text).contains("which colour?"));
            assertThat(request.assistantTexts()).contains("you said blue");
            show(cli, RESUME);
            var options = Invocation.oneShot(agent.profile()).options();
            assertSystem(
                    !options.systemOnResume().isEmpty(), request, "be very brief", "which colour?");
        }
    }

    @EveryCli
    void saysThatASessionIsNotThere(RealCli cli) throws Exception {
        try (var model = ScriptedModel.saying(Reply.text("new here"))) {
            var agent = RealAgent.in(temp, cli, model);
            var code = codeOfResuming(agent, cli.unknownSession());
            assertThat(codeOfResuming(agent, "no-such-session")).isEqualTo(code);
            assertThat(code).isEqualTo("session_not_found");
            show(cli, UNKNOWN_SESSION, "`" + code + "`");
        }
    }

    /// A CLI that is asked first ends in a [Problem], the others in a failed run.
    private static String codeOfResuming(RealAgent agent, String session)
            throws InterruptedException {
        try {
            var told = agent.ask("go on").resuming(session).run();
            assertThat(told.outcome().reason()).as("%s", told).isEqualTo(EndReason.ERROR);
            assertThat(told.events(Event.AssistantSaid.class)).isEmpty();
            assertThat(told.fatalFailures()).singleElement();
            return told.fatalFailures().getFirst().code();
        } catch (Problem problem) {
            assertThat(problem.kind()).isEqualTo(Problem.Kind.NOT_FOUND);
            return "session_not_found";
        }
    }

    @EveryCli
    void tellsAnErrorOfTheModelOnce(RealCli cli) throws Exception {
        try (var model = ScriptedModel.saying(Reply.error(400, "the moon is wrong").forever())) {
            var told = RealAgent.in(temp, cli, model).ask("hello there").run();
            assertThat(told.outcome().reason()).as("%s", told).isEqualTo(EndReason.ERROR);
            assertThat(told.fatalFailures())
                    .singleElement()
                    .satisfies(
                            failed -> assertThat(failed.message()).contains("the moon is wrong"));
            assertThat(told.events(Event.AssistantSaid.class)).isEmpty();
            show(cli, MODEL_ERROR);
        }
    }

    private static ModelRequest onlyRequest(ScriptedModel model) {
        assertThat(model.mainRequests()).as("%s", model.requests()).hasSize(1);
        return model.mainRequests().getFirst();
    }
}
