package dev.parley.room;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMessage;
import dev.parley.api.RoomMode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A course that was cut off at any point goes on as if it had not been.
class RecollectionTest {
    private static final List<String> AGENTS = List.of("ada", "bob", "cyd");
    private static final RoomMessage QUESTION = Talk.person(1, "@bob what now?");

    /// What the agents do, turn by turn: whoever has the fourth turn fails, some pass.
    private static Answer answer(Order order, int turn) {
        if (turn == 3) {
            return Answer.failed(order);
        }
        var text =
                switch (order.phase()) {
                    case "blind", "revealed", "cross" ->
                            "{\"findings\":[{\"file\":\"A\",\"line\":"
                                    + turn * 10
                                    + ",\"title\":\"T"
                                    + turn
                                    + "\"}],\"verdicts\":[{\"id\":\"F1\",\"verdict\":\"dispute\"}]}\n"
                                    + "ESTIMATE: "
                                    + turn
                                    + " days";
                    default -> turn % 5 == 4 ? "PASS" : "Thought number " + turn + " on tides";
                };
        return Answer.of(order, text);
    }

    /// Steps as words, and the transcript that they leave.
    private record Played(List<String> steps, List<RoomMessage> messages) {}

    private static RoomMessage message(long number, Order order, Answer answer) {
        var message =
                switch (answer.kind()) {
                    case FAILED ->
                            RoomMessage.failed(
                                    order.agent(), "why", order.phase(), null, Instant.EPOCH);
                    case PASSED ->
                            RoomMessage.agent(
                                    order.agent(),
                                    RoomMessage.Kind.PASS,
                                    "",
                                    order.phase(),
                                    null,
                                    Instant.EPOCH);
                    case SAID ->
                            RoomMessage.agent(
                                    order.agent(),
                                    RoomMessage.Kind.AGENT,
                                    answer.text(),
                                    order.phase(),
                                    null,
                                    Instant.EPOCH);
                };
        return message.numbered(number);
    }

    /// @param known what the transcript has already
    private static Played play(RoomMode mode, List<RoomMessage> known) {
        var course = Course.of(mode, AGENTS, RoomLimits.USUAL, QUESTION, 1);
        var before = new Recollection(known);
        var steps = new ArrayList<String>();
        var messages = new ArrayList<>(known);
        var turn = 0;
        while (true) {
            switch (course.next()) {
                case Step.Speak(var orders) -> {
                    for (var order : orders) {
                        var taken = before.take(order);
                        steps.add(
                                (taken.isPresent() ? "" : "asked ") + order.agent() + order.cue());
                        var answer = taken.map(Recollection.Taken::answer);
                        if (answer.isEmpty()) {
                            answer = java.util.Optional.of(answer(order, turn));
                            messages.add(message(messages.size() + 2L, order, answer.get()));
                        }
                        turn++;
                        course.heard(answer.get());
                    }
                }
                case Step.Note(var text) -> {
                    if (!before.takeNote(text)) {
                        messages.add(
                                RoomMessage.note(text, Instant.EPOCH)
                                        .numbered(messages.size() + 2L));
                    }
                }
                case Step.Found(var findings) -> steps.add(findings.toString());
                case Step.Over(var why) -> {
                    steps.add(why);
                    return new Played(steps, messages);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(RoomMode.class)
    void nobodyIsAskedTwiceAndAllElseIsAsItWouldHaveBeen(RoomMode mode) {
        var whole = play(mode, List.of());
        assertTrue(whole.messages().size() > 4, whole.toString());
        for (var cut = 0; cut <= whole.messages().size(); cut++) {
            var again = play(mode, whole.messages().subList(0, cut));
            assertEquals(whole.messages(), again.messages());
            var asked = again.steps().stream().filter(step -> step.startsWith("asked ")).count();
            var notes =
                    whole.messages().subList(cut, whole.messages().size()).stream()
                            .filter(one -> one.kind() == RoomMessage.Kind.NOTE)
                            .filter(one -> one.agent() == null)
                            .count();
            assertEquals(whole.messages().size() - cut - notes, asked, "cut at " + cut);
            assertEquals(
                    whole.steps().stream().map(step -> step.replace("asked ", "")).toList(),
                    again.steps().stream().map(step -> step.replace("asked ", "")).toList());
        }
    }

    @Test
    void aNoteIsRememberedOnceAndOnlyInItsOwnWords() {
        var before =
                new Recollection(
                        List.of(
                                RoomMessage.note("It is over", Instant.EPOCH),
                                RoomMessage.failed("ada", "why", "answer", null, Instant.EPOCH)));
        assertFalse(before.takeNote("why"));
        assertFalse(before.takeNote("something else"));
        assertTrue(before.takeNote("It is over"));
        assertFalse(before.takeNote("It is over"));
    }
}
