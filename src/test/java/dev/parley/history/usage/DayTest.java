package dev.parley.history.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.base.problem.Problem;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.LocalDate;

class DayTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 16);

    @ParameterizedTest
    @CsvSource({
        "2026-11-01, 2026-11-01",
        "2026-11, 2026-11-01",
        "2026, 2026-01-01",
        "today, 2026-11-16",
        "Yesterday, 2026-11-15",
        "1d, 2026-11-16",
        "7d, 2026-11-10"
    })
    void isSaidAsPeopleDo(String text, LocalDate day) {
        assertEquals(day, Day.parse(text, TODAY));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-01, 2026-11-01",
        "2026-02, 2026-02-28",
        "2026, 2026-12-31",
        "yesterday, 2026-11-15"
    })
    void theLastOneIsThatOfAMonthOrAYear(String text, LocalDate day) {
        assertEquals(day, Day.last(text, TODAY));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "soon",
                "0d",
                "-1d",
                "7",
                "123456d",
                "2026-13",
                "2026-02-30",
                "11/01/2026"
            })
    void anythingElseIsNoDay(String text) {
        var problem = assertThrows(Problem.class, () -> Day.parse(text, TODAY));
        assertEquals("\"" + text + "\" is no day.", problem.message());
        assertThat(problem.remedy()).contains("2026-11-01", "today", "7d");
    }
}
