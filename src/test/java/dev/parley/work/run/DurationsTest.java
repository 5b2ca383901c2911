package dev.parley.work.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.base.problem.Problem;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;

class DurationsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "0",
                "0s",
                "0h0m",
                "-5s",
                "5 m",
                "1.5h",
                "1h1d",
                "m",
                "30m1h",
                "1h1h",
                "ten",
                "PT1H",
                "9999999999999999999s",
                "1_000",
                "٣m"
            })
    void whatIsNoDurationIsRefused(String text) {
        var problem = assertThrows(Problem.class, () -> Durations.parse(text));
        assertEquals(Problem.Kind.INVALID_REQUEST, problem.kind());
        assertEquals("\"" + text + "\" is no duration.", problem.message());
    }

    @ParameterizedTest
    @CsvSource({
        "90s, PT90S",
        "90, PT90S",
        "30m, PT30M",
        "2h, PT2H",
        "30d, P30D",
        "1d12h, PT36H",
        "1h30m, PT1H30M",
        "1h30m5s, PT1H30M5S",
        "1h5s, PT1H5S",
        "' 5m ', PT5M",
        "999999h, PT999999H"
    })
    void readsWhatPeopleWrite(String text, Duration expected) {
        assertEquals(expected, Durations.parse(text));
    }

    @Test
    void writesTheSameNotation() {
        assertEquals("1h30m", Durations.text(Duration.ofMinutes(90)));
        assertEquals("1m30s", Durations.text(Duration.ofSeconds(90)));
        assertEquals("48h", Durations.text(Duration.ofDays(2)));
        assertEquals("250ms", Durations.text(Duration.ofMillis(250)));
        assertEquals("0ms", Durations.text(Duration.ZERO));
    }
}
