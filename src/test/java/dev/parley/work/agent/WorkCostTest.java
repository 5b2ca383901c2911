package dev.parley.work.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.work.advice.Cost;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// What work may cost, and who is asked when it costs more.
@Timeout(120)
class WorkCostTest extends AgentsAtWork {
    private void prices() throws Exception {
        Files.writeString(
                machine.config().resolve("prices.json"),
                "{\"models\":{\"alpha-1\":{\"input\":1,\"output\":2}}}");
    }

    /// Answers the next question in the inbox.
    private Thread deciding(Action.Decision decision, List<String> questions) throws Exception {
        var live = machine.app().live();
        return Thread.ofVirtual()
                .start(() -> {
                    try {
                        while (live.approvals().isEmpty()) {
                            Thread.sleep(5);
                        }
                        var asked = live.approvals().getFirst();
                        questions.add(asked.wish());
                        live.ask(
                                asked.session(),
                                new Action.Decide(asked.requestId(), decision, null, null));
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
    }

    private WorkRequest upTo(double dollars) {
        return with(
                request("alpha-1", "work").in("s1"),
                Optional.empty(),
                false,
                Optional.of(dollars),
                Optional.empty());
    }

    @Test
    void workThatCostsTooMuchWaitsForAPersonAndEnds() throws Exception {
        machine.cli("alpha", "say n1 expensive; use 1000000 1000000; sleep 1000");
        prices();
        var questions = new CopyOnWriteArrayList<String>();
        var person = deciding(Action.Decision.DENY, questions);
        var result = run(upTo(0.5));
        person.join();
        assertEquals(WorkResult.Status.OVER_BUDGET, result.status());
        assertEquals(3.0, result.cost().usd().orElseThrow());
        assertEquals(Cost.Status.ESTIMATED, result.cost().status());
        assertEquals(
                List.of(
                        "Spend more: alpha-1 has cost 3.0000 US dollars so far; max_cost is 0.5000 US dollars. It waits. May it go on?"),
                questions);
        assertThat(result.error().orElseThrow()).contains("nobody allowed more");
        assertTrue(machine.app().live().approvals().isEmpty());
    }

    @Test
    void workThatMayCostMoreGoesOnWhereItStopped() throws Exception {
        machine.cli(
                "alpha",
                """
                if [ "$1" = resume ]; then say n1 'done at last'; use 1 1; exit 0; fi
                say n1 expensive; use 1000000 1000000; sleep 1000
                """);
        prices();
        var person = deciding(Action.Decision.ALLOW, new CopyOnWriteArrayList<>());
        var result = run(upTo(0.5));
        person.join();
        assertEquals(WorkResult.Status.COMPLETED, result.status(), result.toString());
        assertEquals("done at last", result.summary());
        assertThat(result.cost().usd().orElseThrow()).isGreaterThan(3.0);
        assertEquals(1_000_001, result.usage().orElseThrow().inputTokens());
        assertThat(machine.prompts("alpha").get(1)).contains("go on where you stopped");
    }

    @Test
    void workThatIsDoneAnywayIsNotStoppedForItsLastWords() throws Exception {
        machine.cli("alpha", "say n1 expensive; use 1000000 1000000");
        prices();
        var result = run(upTo(0.5));
        assertEquals(WorkResult.Status.COMPLETED, result.status());
        assertThat(result.notes()).anyMatch(note -> note.contains("cost more than it may"));
    }

    @Test
    void aDayWhoseBudgetIsUsedUpIsAQuestionBeforeAnythingStarts() throws Exception {
        machine.cli("alpha", "say n1 ok; use 1000000 1000000")
                .cli("beta", "say n2 ok")
                .settings("\"agents\":{\"budgetPerDay\":2}");
        prices();
        assertEquals(
                WorkResult.Status.COMPLETED,
                run(request("beta-1", "costs nobody knows what")).status());
        assertEquals(WorkResult.Status.COMPLETED, run(request("alpha-1", "one")).status());
        var questions = new CopyOnWriteArrayList<String>();
        var denying = deciding(Action.Decision.DENY, questions);
        var refused = assertThrows(Problem.class, () -> run(request("alpha-1", "two")));
        denying.join();
        assertThat(refused.message()).startsWith("BudgetUsedUp: work for others has cost 3.0000");
        assertThat(questions.getFirst())
                .contains("budget per day is 2.0000")
                .contains("What one more piece cost is not known");
        assertEquals(1, machine.prompts("alpha").size());
        questions.clear();
        var allowing = deciding(Action.Decision.ALLOW, questions);
        assertEquals(WorkResult.Status.COMPLETED, run(request("alpha-1", "three")).status());
        allowing.join();
        // Of what was refused it is known that it cost nothing.
        assertThat(questions.getFirst()).contains("What one more piece cost is not known");
    }

    @Test
    void aLimitThatCannotBeKeptIsSaid() throws Exception {
        machine.cli("alpha", "say n1 ok");
        var result =
                run(
                        with(
                                request("alpha-1", "work"),
                                Optional.empty(),
                                false,
                                Optional.of(0.5),
                                Optional.empty()));
        assertThat(result.notes()).anyMatch(note -> note.contains("not known"));
    }
}
