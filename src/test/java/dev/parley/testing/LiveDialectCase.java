package dev.parley.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.ToolResult;
import dev.parley.wire.Ending;
import dev.parley.wire.Happening;
import dev.parley.wire.LiveDialect;
import dev.parley.wire.LiveStep;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What every live dialect does with lines nobody would expect. A test of one adds a static method
/// `lines` that tells some.
public abstract class LiveDialectCase {
    /// A dialect whose conversation `c1` is in its turn `t1`.
    protected abstract LiveDialect inTurn();

    @ParameterizedTest
    @MethodSource("lines")
    void anyLineIsHeardAndTheTurnStillEndsOnce(String line) {
        var dialect = inTurn();
        var heard = dialect.hear(line).and(dialect.hear(line));
        var all = heard.and(dialect.end(new Ending(1, "gone")));
        assertThat(all.happenings().stream().filter(LiveDialectCase::isEndOfTurn)).hasSize(1);
    }

    private static boolean isEndOfTurn(Happening happening) {
        return happening instanceof Happening.Said(_, Event.TurnEnded(var turn, _))
                && turn.equals("t1");
    }

    @Test
    void keepsWhatIsNoMessage() {
        assertThat(inTurn().hear("Segmentation fault").happenings())
                .singleElement()
                .isInstanceOf(Happening.Unclaimed.class);
    }

    @Test
    void ignoresADecisionAboutNothing() {
        var decide = new Action.Decide("nobody-asked", Action.Decision.ALLOW, null, null);
        assertEquals(LiveStep.NOTHING, inTurn().say("c1", decide));
    }

    @Test
    void ignoresAnAnswerToACallThatNobodyMade() {
        var answer = new Action.AnswerTool("nobody-called", ToolResult.text("here"));
        assertEquals(LiveStep.NOTHING, inTurn().say("c1", answer));
    }

    @Test
    void endsTheTurnThatRanWhenTheProcessIsGone() {
        assertEquals(
                LiveStep.emit(
                        "c1",
                        Event.Failed.fatal("gone", "exit_9"),
                        new Event.TurnEnded("t1", EndReason.ERROR)),
                inTurn().end(new Ending(9, "gone\n")));
    }
}
