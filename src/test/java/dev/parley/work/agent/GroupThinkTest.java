package dev.parley.work.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.problem.Problem;
import dev.parley.store.ConversationKey;
import dev.parley.testing.AgentMachine;
import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.work.agent.GroupRequest.Mode;
import dev.parley.work.agent.GroupResult.Contribution;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

@Timeout(120)
class GroupThinkTest {
    @TempDir Path directory;
    private AgentMachine machine;
    private ScriptedModel model;

    @BeforeEach
    void open() throws Exception {
        machine = new AgentMachine(directory);
    }

    @AfterEach
    void close() {
        machine.close();
        if (model != null) {
            model.close();
        }
    }

    private void models(Function<ModelRequest, Reply> mind) {
        model = ScriptedModel.answering(mind);
        machine.settings(
                "\"apis\":{\"local\":{\"url\":\""
                        + model.url()
                        + "/v1\",\"models\":[\"m1\",\"m2\",\"m3\"]}}");
    }

    private GroupRequest request(Mode mode, int turns, int rounds, String... models) {
        return new GroupRequest(
                machine.project(),
                Optional.of("s1"),
                "Why is the sky blue?",
                List.of(models),
                Optional.of("one sentence"),
                List.of("file.txt"),
                turns,
                Optional.empty(),
                rounds,
                mode);
    }

    private GroupResult think(GroupRequest request) throws Exception {
        return machine.app().agents().group().think(request);
    }

    private static String part(ModelRequest request) {
        var system = request.systemText();
        return system.contains("discuss a question in turn")
                ? "discussion"
                : system.contains("independently of each other")
                        ? "answer"
                        : system.contains("CONFIRMED, DISPUTED")
                                ? "review"
                                : system.contains("AGREE") ? "validation" : "synthesis";
    }

    private List<ModelRequest> asked(String part) {
        return model.requests().stream().filter(it -> part(it).equals(part)).toList();
    }

    @Test
    void theySpeakInTurnWithAllThatWasSaidAndLookAtTheResult() throws Exception {
        models(request ->
                Reply.text(
                        switch (part(request)) {
                            case "validation" -> "**Agree**. Well done.";
                            case "synthesis" -> "Because of scattering.";
                            default -> request.modelName() + " speaks";
                        }));
        machine.cli(
                "alpha",
                "case \"$PROMPT\" in *'The result:'*) say a 'AGREE';; *) say a 'alpha speaks';; esac");
        var result = think(request(Mode.ROUND_ROBIN, 4, 2, "m1", "alpha-1", "m2"));

        assertEquals("Because of scattering.", result.text());
        assertEquals("m1", result.synthesisModel());
        assertEquals(Optional.of(true), result.isAgreed());
        assertEquals(
                List.of("m1", "alpha-1", "m2", "m1"),
                result.contributions().stream()
                        .filter(it -> it.part().equals("discussion"))
                        .map(Contribution::model)
                        .toList());
        var second = asked("discussion").get(1).userTexts().getLast();
        assertThat(second)
                .contains("Why is the sky blue?", "file.txt", "first")
                .contains(
                        "==== m1 (discussion)\nm1 speaks\n==== alpha-1 (discussion)\nalpha speaks\n");
        assertThat(machine.prompts("alpha").getFirst())
                .contains("m1 speaks")
                .doesNotContain("m2 speaks");
        assertThat(asked("synthesis").getFirst().systemText()).contains("one sentence");
        assertEquals(1, asked("synthesis").size()); // all agreed in the first round
        var turns =
                machine.app()
                        .agents()
                        .conversations()
                        .store()
                        .turns(new ConversationKey(machine.project(), "s1"));
        assertEquals("Why is the sky blue?", turns.get(0).said().content());
        assertEquals("Because of scattering.", turns.get(1).said().content());
        assertEquals(8, turns.get(1).said().metadata().path("contributions").size());
    }

    @Test
    void anObjectionLeadsToAnotherVersionAndIsKeptIfItStays() throws Exception {
        var versions = new AtomicInteger();
        models(request ->
                Reply.text(
                        switch (part(request)) {
                            case "validation" ->
                                    request.modelName().equals("m2") ? "OBJECT: no proof" : "AGREE";
                            case "synthesis" -> "version " + versions.incrementAndGet();
                            default -> "words";
                        }));
        var result = think(request(Mode.ROUND_ROBIN, 2, 2, "m1", "m2"));
        assertEquals("version 2", result.text());
        assertEquals(Optional.of(false), result.isAgreed());
        assertEquals(
                List.of(new Contribution("m2", "validation", "OBJECT: no proof")),
                result.objections());
        assertThat(asked("synthesis").get(1).userTexts().getLast())
                .contains("version 1", "OBJECT: no proof");
    }

    @Test
    void answersAreBlindAndDisputesAreKept() throws Exception {
        models(request ->
                Reply.text(
                        switch (part(request)) {
                            case "answer" -> "1. found by " + request.modelName();
                            case "review" -> "1. DISPUTED by " + request.modelName();
                            case "validation" -> "AGREE";
                            default -> "the result";
                        }));
        var result = think(request(Mode.BLIND_REVIEW, 1, 1, "m1", "m2", "m3"));
        assertEquals("the result", result.text());
        assertEquals(3, asked("answer").size());
        asked("answer").forEach(it -> assertThat(it.toString()).doesNotContain("found by"));
        assertEquals(3, asked("review").size());
        asked("review")
                .forEach(it ->
                        assertThat(it.userTexts().getLast())
                                .contains("found by m1", "found by m2", "found by m3")
                                .contains("yours is that of " + it.modelName())
                                .doesNotContain("DISPUTED by"));
        assertThat(asked("synthesis").getFirst().userTexts().getLast())
                .contains("found by m1", "DISPUTED by m3");
        assertThat(asked("synthesis").getFirst().systemText())
                .contains("keep every finding that is disputed");
    }

    @Test
    void oneWhoFailsIsSkippedAndNamed() throws Exception {
        models(request ->
                request.modelName().equals("m2")
                        ? Reply.error(400, "m2 is tired")
                        : Reply.text(part(request).equals("validation") ? "AGREE" : "words"));
        for (var mode : Mode.values()) {
            var result = think(request(mode, 3, 1, "m2", "m1", "no-such-model"));
            assertEquals("m1", result.synthesisModel());
            assertThat(result.skipped().toString())
                    .contains("m2 is tired", "There is no model \"no-such-model\".");
            assertTrue(result.contributions().stream().allMatch(it -> it.model().equals("m1")));
        }
    }

    @Test
    void aWriterNobodyKnowsIsSaidBeforeAnybodyIsAsked() throws Exception {
        models(_ -> Reply.text("words"));
        var usual = request(Mode.ROUND_ROBIN, 1, 0, "m1");
        var request =
                new GroupRequest(
                        usual.project(),
                        usual.sessionId(),
                        usual.objective(),
                        usual.models(),
                        usual.outputFormat(),
                        usual.context(),
                        usual.discussionTurns(),
                        Optional.of("no-such-model"),
                        usual.validationRounds(),
                        usual.mode());

        var problem = assertThrows(Problem.class, () -> think(request));

        assertThat(problem.message()).contains("ModelNotFound", "no-such-model");
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void nobodyIsAProblem() throws Exception {
        models(_ -> Reply.error(400, "tired"));
        var all =
                assertThrows(
                        Problem.class, () -> think(request(Mode.ROUND_ROBIN, 6, 1, "m1", "m2")));
        assertThat(all.message()).contains("m1: ", "m2: ", "tired");
        assertThrows(Problem.class, () -> think(request(Mode.BLIND_REVIEW, 6, 1, "no-such")));
        assertThrows(Problem.class, () -> request(Mode.ROUND_ROBIN, 0, 1, "m1"));
        assertThrows(Problem.class, () -> request(Mode.ROUND_ROBIN, 6, 6, "m1"));
        assertThrows(Problem.class, () -> request(Mode.ROUND_ROBIN, 6, 1));
        assertThrows(Problem.class, () -> Mode.named("quick"));
    }
}
