package dev.parley.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.Finding;
import dev.parley.api.Finding.Status;
import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMode;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/// What findings come to.
class ReviewCourseTest {
    private static final Map<String, String> BLIND =
            Map.of(
                    "correct",
                    """
                    I looked.
                    ```json
                    {"findings":[{"file":"a/A.java","line":10,"endLine":12,"severity":"high","title":"Loses the lock","detail":"x"},
                     {"file":"a/A.java","line":40,"title":"Off by one"}]}
                    ```
                    """,
                    "secure",
                    """
                    {"findings":[{"file":"./a/A.java","line":"13","title":"Race","detail":"y"},{"nonsense":1},
                     {"file":"b/B.java","title":"Logs a secret"}]}\
                    """,
                    "simple",
                    "[{\"file\":\"b/B.java\",\"title\":\"logs a SECRET\"}]");
    private static final Map<String, String> CROSS =
            Map.of(
                    "correct",
                    "{\"verdicts\":[{\"id\":\"F2\",\"verdict\":\"withdraw\",\"reason\":\"I miscounted\"},"
                            + "{\"id\":\"F3\",\"verdict\":\"withdraw\",\"reason\":\"not mine\"}]}",
                    "secure",
                    "{\"verdicts\":[{\"id\":\"f1\",\"verdict\":\"CONFIRMED\"}]}",
                    "simple",
                    "no JSON at all");

    private static Talk review() {
        var room = Talk.room(RoomMode.REVIEW, RoomLimits.USUAL, "correct", "secure", "simple");
        return Talk.of(
                room,
                "diff",
                order ->
                        switch (order.phase()) {
                            case ReviewCourse.BLIND -> BLIND.get(order.agent());
                            case ReviewCourse.CROSS -> CROSS.get(order.agent());
                            default -> "The result";
                        });
    }

    @Test
    void findingsAreMergedByPlaceAndDisputesAreKept() {
        var talk = review();
        assertEquals(
                List.of("a/A.java:10", "a/A.java:40", "b/B.java"),
                talk.findings.stream().map(Finding::place).toList());
        assertEquals(
                List.of(Status.CONFIRMED, Status.WITHDRAWN, Status.DISPUTED),
                talk.findings.stream().map(Finding::status).toList(),
                "only those who found something can withdraw it");
        assertEquals(List.of("correct", "secure"), talk.findings.getFirst().by());
        assertThat(talk.findings.getFirst().detail()).contains("x", "secure: Race. y");
        assertEquals(List.of("secure", "simple"), talk.findings.getLast().by());
    }

    @Test
    void everybodyIsBlindFirstThenJudgesAndOneWrites() {
        var talk = review();
        assertEquals(
                List.of(
                        List.of("correct", "secure", "simple"),
                        List.of("correct", "secure", "simple"),
                        List.of("correct")),
                talk.steps);
        assertThat(talk.orders.get(3).cue()).contains("F1 a/A.java:10 [high], found by", "F3");
        assertThat(talk.orders.getLast().cue()).contains("disputed", "correct: dispute, not mine");
    }

    @Test
    void oneWhoFailsIsNotAskedAgainAndNothingFoundIsSaid() {
        var room = Talk.room(RoomMode.REVIEW, RoomLimits.USUAL, "ada", "bob");
        var talk =
                Talk.of(
                        room,
                        "diff",
                        order -> order.agent().equals("ada") ? Talk.FAIL : "{\"findings\":[]}");
        assertEquals(1, talk.steps.size());
        assertEquals(List.of("The reviewers found nothing."), talk.notes);
    }

    @Test
    void whatAgentsWriteIsBounded() {
        var book = new FindingBook(1, 7);
        var many = new StringBuilder("[");
        for (var i = 0; i < 5000; i++) {
            many.append("{\"file\":\"f")
                    .append(i)
                    .append("\",\"title\":\"")
                    .append("t".repeat(500));
            many.append("\"},");
        }
        book.found("ada", many.append("{}]").toString());
        assertEquals(200, book.findings().size());
        assertEquals("F7", book.findings().getFirst().id());
        assertTrue(book.findings().getFirst().title().length() < 210);
        book.found("bob", "[".repeat(100_000));
        assertEquals(200, book.findings().size());
    }
}
