package dev.parley.provider.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.event.OwnWords;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

class DemoScriptTest {
    private static final Duration PAUSE = Duration.ofMillis(100);

    @Test
    void inARoomItAnswersThePersonAndNotOtherAgents() {
        var head =
                "[You are ada.]\n\n[Room r, topic: t. Here are: bob (agent), ada (you), you (person)]\n\n";
        var agent = "#2 bob (agent):\n  Say crash, error or slow.\n\n";
        assertThat(
                        script(
                                head
                                        + "#1 you (person):\n  hello all\n\n"
                                        + agent
                                        + "[It is your turn.]"))
                .noneMatch(DemoStep.Crash.class::isInstance)
                .anySatisfy(step -> assertThat(step.toString()).contains("ada"));
        assertThat(
                        script(
                                        head
                                                + "#1 you (person): [1 picture]\n  look\n\n[It is"
                                                + " your turn.]\n\n[You cannot see the pictures.]")
                                .toString())
                .contains("ada, played by ", "heard “look”");
        assertThat(
                        script(
                                head
                                        + "#1 you (person):\n  brief: look\n  ```diff\n  + crash();\n"
                                        + "  ```\n\n"
                                        + agent
                                        + "[You argue against.]"))
                .isEqualTo(List.of(new DemoStep.Say("Turn 1, demo-1.")));
        assertThat(script(head + agent + "[It is your turn.]").getLast())
                .isEqualTo(new DemoStep.Say("PASS"));
    }

    @Test
    void withoutAWordItKnowsItThinksBrieflyAndAnswersInPieces() {
        var steps = script("Hello, Wörld 🎈!");
        assertEquals(1, count(steps, DemoStep.Think.class));
        assertEquals(8, count(steps, DemoStep.Say.class));
        assertEquals(9, steps.size());
        assertThat(answer(steps))
                .startsWith("Hello from the demo agent (demo-1).")
                .contains("You said: “Hello, Wörld 🎈!”")
                .contains("think, tool, edit")
                .doesNotContain("This is turn");
    }

    @Test
    void theSameTurnIsAlwaysPlayedTheSame() {
        var prompt = "think tool edit unknown sleep 1 slow long crash";
        assertEquals(script(prompt), script(prompt));
    }

    @Test
    void wordsCanBeCombinedAndAreAlwaysPlayedInTheSameOrder() {
        var steps = script("EDIT a file slow, sleep 2, with a TOOL; unknown? Think!");
        assertEquals(List.of("Think", "Use", "Babble", "Wait", "Say"), kinds(steps));
        assertEquals(4, count(steps, DemoStep.Think.class));
        assertEquals(
                List.of("list_files", "write_file"),
                steps.stream()
                        .filter(DemoStep.Use.class::isInstance)
                        .map(step -> ((DemoStep.Use) step).tool().name())
                        .toList());
    }

    /// What became of its tickets is no wish for more of them.
    @Test
    void aReportOfParleysAsksForNothing() {
        var report = OwnWords.report("A person has decided on tickets. sleep 5, edit, crash");

        var steps = script(report + "What now?");

        assertEquals(List.of("Think", "Say"), kinds(steps));
        assertThat(answer(steps)).contains("A person has decided on tickets", "What now?");
        assertThat(kinds(script(report + "edit"))).contains("Use");
    }

    private static List<String> kinds(List<DemoStep> steps) {
        return steps.stream().map(step -> step.getClass().getSimpleName()).distinct().toList();
    }

    @Test
    void onlyWholeWordsCount() {
        assertEquals(9, script("toolbox rethink errors belong slowly editor sleepy").size());
    }

    @Test
    void aLongAnswerHasOnePiecePerLine() {
        var steps = script("something long");
        assertThat(count(steps, DemoStep.Say.class)).isGreaterThan(200);
        assertThat(answer(steps)).contains("\nLine 200 of 200 of a long answer.\n");
    }

    @Test
    void aSlowAnswerHasTwentyPiecesAndAPauseBeforeEach() {
        for (var prompt : List.of("slow", "slow and long")) {
            var steps = script(prompt);
            assertEquals(20, count(steps, DemoStep.Say.class));
            assertEquals(20, steps.stream().filter(new DemoStep.Wait(PAUSE)::equals).count());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "sleep 5,5000",
        "Sleep  0,0",
        "please sleep 0.25 seconds,250",
        "sleep 99999999999999999999,3600000"
    })
    void sleepsAsLongAsItIsTold(String prompt, long millis) {
        assertThat(script(prompt)).contains(new DemoStep.Wait(Duration.ofMillis(millis)));
    }

    @Test
    void sleepWithoutANumberIsJustAWord() {
        assertEquals(0, count(script("sleep well"), DemoStep.Wait.class));
    }

    @Test
    void anErrorComesInsteadOfTheAnswer() {
        assertEquals(
                new DemoStep.Fail("The demo agent failed, as you asked.", "demo_error"),
                script("an error please").getLast());
        assertEquals("", answer(script("error")));
    }

    @Test
    void aCrashComesInTheMiddleOfTheAnswer() {
        var steps = script("crash and error");
        assertEquals(
                new DemoStep.Crash(3, "The demo agent crashed, as you asked."), steps.getLast());
        assertEquals(4, count(steps, DemoStep.Say.class));
    }

    @Test
    void laterTurnsSayTheirNumberAndHaveCallIdsOfTheirOwn() {
        var turn = new DemoTurn(3, "tool", "demo-2", Optional.of("Be brief."), PAUSE);
        var steps = DemoScript.of(turn).steps();
        assertThat(answer(steps))
                .contains("(demo-2)")
                .contains("This is turn 3 of our conversation.")
                .contains("My instructions: “Be brief.”");
        assertThat(steps).contains(new DemoStep.Use(new DemoTool.ListFiles("call-3-1", 20)));
    }

    @Test
    void aLongPromptIsQuotedInPart() {
        assertThat(answer(script("🎈".repeat(501)))).contains("“" + "🎈".repeat(500) + "…”");
    }

    private static List<DemoStep> script(String prompt) {
        return DemoScript.of(new DemoTurn(1, prompt, "demo-1", Optional.empty(), PAUSE)).steps();
    }

    private static long count(List<DemoStep> steps, Class<? extends DemoStep> type) {
        return steps.stream().filter(type::isInstance).count();
    }

    private static String answer(List<DemoStep> steps) {
        return steps.stream()
                .filter(DemoStep.Say.class::isInstance)
                .map(step -> ((DemoStep.Say) step).piece())
                .collect(Collectors.joining());
    }
}
