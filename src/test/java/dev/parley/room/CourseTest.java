package dev.parley.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/// Who speaks when, and when it ends.
class CourseTest {
    private static final RoomLimits LIMITS = RoomLimits.USUAL;

    @Test
    void thoseWhoAreMentionedAnswerFirstAndTheOthersInTurnOrder() {
        var room = Talk.room(RoomMode.FREE, LIMITS, "ada", "bob", "cyd", "dan");
        var talk =
                Talk.of(room, "what do you think, @cyd? and (@bob), not me@dan.org", _ -> "PASS");
        assertEquals(
                List.of(List.of("cyd"), List.of("bob"), List.of("ada"), List.of("dan")),
                talk.steps);
        assertEquals("Nobody has anything to add.", talk.why);
    }

    @Test
    void aMessageGivesEverybodyElseAnotherTurn() {
        var room = Talk.room(RoomMode.FREE, LIMITS, "ada", "bob");
        var turns = new HashMap<String, Integer>();
        var talk =
                Talk.of(
                        room,
                        "hi",
                        order ->
                                turns.merge(order.agent(), 1, Integer::sum) == 1
                                        ? "A thought of " + order.agent()
                                        : "pass.");
        assertEquals(
                List.of("ada: A thought of ada", "bob: A thought of bob", "ada: pass."),
                talk.said,
                "bob said the last thing and is not asked about it");
    }

    /// Something new each time.
    private static Function<Order, String> news() {
        var number = new AtomicInteger();
        return order -> "News " + number.incrementAndGet() + " of " + order.agent();
    }

    @Test
    void twoWhoNeverStopAreStopped() {
        var room = Talk.room(RoomMode.FREE, LIMITS, "ada", "bob");
        var talk = Talk.of(room, "hi", news());
        assertEquals(12, talk.said.size(), "one round and five follow-ups");
        assertThat(talk.why).contains("5 follow-up rounds");
    }

    @Test
    void thirtyMessagesAreEnough() {
        var room = Talk.room(RoomMode.FREE, LIMITS, "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8");
        var talk = Talk.of(room, "hi", news());
        assertEquals(30, talk.said.size());
        assertThat(talk.why).contains("As many messages");
    }

    @ParameterizedTest
    @EnumSource(RoomMode.class)
    void turnsAreCountedAlsoWhenTheyFail(RoomMode mode) {
        var few = LIMITS.with(new RoomLimits.Change(null, null, 3, null, null, null, null, null));
        var talk = Talk.of(Talk.room(mode, few, "a1", "a2", "a3", "a4"), "hi", _ -> Talk.FAIL);
        assertThat(talk.orders.size()).isLessThanOrEqualTo(3);
    }

    @Test
    void aPassDoesNotEndADebateAfterOneMessage() {
        var room = Talk.room(RoomMode.DEBATE, LIMITS, "pro", "con", "judge");
        var turns = new AtomicInteger();
        var talk =
                Talk.of(
                        room,
                        "Tabs or spaces",
                        order -> {
                            var turn = turns.incrementAndGet();
                            return turn == 2 ? "PASS" : order.agent() + " argues at " + turn;
                        });
        assertEquals(
                List.of(
                        "pro: pro argues at 1",
                        "con: PASS",
                        "pro: pro argues at 3",
                        "con: con argues at 4"),
                talk.said.subList(0, 4));
        assertEquals("judge: judge argues at 13", talk.said.getLast());
        assertEquals(13, talk.said.size(), "an opening and five replies of two, and the judge");
    }

    @Test
    void aDebateEndsWhenBothSidesPassAndTheJudgeSpeaks() {
        var room = Talk.room(RoomMode.DEBATE, LIMITS, "pro", "con", "judge");
        var talk =
                Talk.of(
                        room,
                        "x",
                        order -> order.phase().equals(DebateCourse.REPLY) ? "PASS" : "my view");
        assertEquals(
                List.of("pro: my view", "con: my view", "pro: PASS", "con: PASS", "judge: my view"),
                talk.said);
    }

    @Test
    void estimatesAreBlindThenRevealed() {
        var room = Talk.room(RoomMode.ESTIMATE, LIMITS, "ada", "bob", "cyd");
        var numbers = Map.of("ada", "3", "bob", "8", "cyd", "2.5");
        var talk =
                Talk.of(
                        room,
                        "how long?",
                        order ->
                                order.phase().equals(EstimateCourse.REVEALED)
                                                && order.agent().equals("bob")
                                        ? "Right.\n**ESTIMATE:** 5 days"
                                        : "Hm.\nESTIMATE: " + numbers.get(order.agent()) + " days");
        assertEquals(List.of(room.agents(), room.agents()), talk.steps, "all at the same time");
        assertEquals(
                List.of(
                        "Estimates: ada 3 days, bob 5 days (first 8 days), cyd 2.5 days. Lowest 2.5,"
                                + " median 3, highest 5."),
                talk.notes);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PASS|true",
                "**pass**|true",
                "'  '|true",
                "\"Pass.\"|true",
                "I pass the ball to bob|false",
                "PASSED: all tests|false"
            })
    void knowsAPass(String text, boolean isPass) {
        assertEquals(isPass, Words.isPass(text));
    }

    /// Patterns that begin anew at each character would need hours for these.
    @Test
    @Timeout(300)
    void emptyLinesWithoutEndHoldNobody() {
        var nothing = "\n".repeat(2_000_000);
        assertThat(EstimateCourse.estimate(nothing + "Estimate: 3 days")).contains("3 days");
        assertThat(EstimateCourse.estimate(nothing)).isEmpty();
        assertThat(EmbeddedJson.list("```" + nothing, "findings")).isEmpty();
    }
}
