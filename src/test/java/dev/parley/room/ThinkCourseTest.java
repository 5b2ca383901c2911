package dev.parley.room;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// A room without people.
class ThinkCourseTest {
    private static final String FAIL = "(fails)";

    private final List<String> steps = new ArrayList<>();

    private ThinkCourse think(ThinkCourse.Task task, Function<Order, String> mind) {
        var course = new ThinkCourse(task);
        while (course.next() instanceof Step.Speak(var orders)) {
            for (var order : orders) {
                var text = mind.apply(order);
                steps.add(order.agent() + " " + order.phase());
                course.heard(
                        text.equals(FAIL)
                                ? Answer.failed(order)
                                : new Answer(order.agent(), order.phase(), Answer.Kind.SAID, text));
            }
        }
        return course;
    }

    private static ThinkCourse.Task task(boolean isBlind, int turns, int rounds) {
        return new ThinkCourse.Task(
                List.of("a", "b", "c"),
                "Why?",
                isBlind,
                turns,
                Optional.empty(),
                rounds,
                Optional.empty());
    }

    @Test
    void oneWhoFailsIsOutAndTheNextHasItsPlace() {
        var course = think(task(false, 4, 0), order -> order.agent().equals("b") ? FAIL : "words");
        assertEquals(
                List.of(
                        "a discussion",
                        "b discussion",
                        "c discussion",
                        "a discussion",
                        "a synthesis"),
                steps);
        assertEquals("a", course.result().orElseThrow().agent());
        assertTrue(course.isAgreed().isEmpty());
    }

    @Test
    void theFirstVersionStaysWhenNobodyCanWriteAnother() {
        var course =
                think(
                        task(true, 1, 2),
                        order ->
                                switch (order.phase()) {
                                    case ThinkText.VALIDATION -> "OBJECT: no";
                                    case ThinkText.SYNTHESIS ->
                                            order.cue().contains("first version") ? FAIL : "one";
                                    default -> "words";
                                });
        assertEquals("one", course.result().orElseThrow().text());
        assertEquals(Optional.of(false), course.isAgreed());
        assertEquals(3, course.objections().size());
    }

    @Test
    void nobodyCanTakePart() {
        assertTrue(think(task(true, 1, 2), _ -> FAIL).result().isEmpty());
        assertTrue(think(task(false, 9, 2), _ -> FAIL).result().isEmpty());
        assertEquals(6, steps.size());
    }
}
