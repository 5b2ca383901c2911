package dev.parley.work.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.Usage;

import org.junit.jupiter.api.Test;

import java.util.Optional;

class OutcomeBuilderTest {
    private final OutcomeBuilder outcome = new OutcomeBuilder();

    @Test
    void theFirstFatalFailureIsTheCauseOfTheOthers() {
        var cause = Event.Failed.fatal("The model is overloaded.", "overloaded");
        outcome.add(Event.Failed.warning("It tries again.", "retry"));
        outcome.add(cause);
        outcome.add(Event.Failed.fatal("It ended with 1.", "exit_1"));
        assertEquals(Optional.of(cause), outcome.failure());
    }

    @Test
    void theLastMessageIsTheAnswerAndTokensAddUp() {
        outcome.add(new Event.AssistantSaid("let me see", "a"));
        outcome.add(new Event.TokensUsed(Usage.of(10, 1)));
        outcome.add(new Event.AssistantSaid("42", "b"));
        outcome.add(new Event.TokensUsed(Usage.of(20, 2)));
        assertEquals(
                new Outcome(
                        EndReason.COMPLETED,
                        Optional.of("s"),
                        "42",
                        Optional.of(Usage.of(30, 3)),
                        Optional.empty()),
                outcome.build(EndReason.COMPLETED, Optional.of("s")));
    }
}
