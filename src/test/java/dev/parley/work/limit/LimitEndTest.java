package dev.parley.work.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.event.Offer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

class LimitEndTest {
    private static final Instant AT = Instant.parse("2026-11-18T12:00:00Z");
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            value = {
                "Claude AI usage limit reached|1795014000 => 2026-11-18T15:00:00Z",
                "You've hit your limit · resets 3pm (UTC) => 2026-11-18T15:00:00Z",
                "You've hit your limit · resets 3pm => 2026-11-18T14:00:00Z",
                "5-hour limit reached ∙ resets 12am (America/New_York) => 2026-11-19T05:00:00Z",
                "You've hit your weekly limit · resets Nov 20, 3pm (UTC) => 2026-11-20T15:00:00Z",
                "You've hit your usage limit. Try again at 8:12 PM. => 2026-11-18T19:12:00Z",
                "You've hit your usage limit. Try again at Nov 20th, 2026 3:05 PM. => 2026-11-20T14:05:00Z",
                "You've hit your usage limit. Try again in 3 days 4 hours 5 minutes. => 2026-11-21T16:05:00Z",
                "Your quota will reset after 2h30m10s. => 2026-11-18T14:30:10Z",
                "Please retry in 35.5s. => 2026-11-18T12:00:35.500Z",
                "rate limited until 2026-11-18T13:00:00Z => 2026-11-18T13:00:00Z",
                "limit reached, resets Jan 2, 3:00 am (UTC) => 2027-01-02T03:00:00Z",
            })
    void readsWhatTheClisSay(String text, Instant end) {
        assertThat(LimitEnd.of(text, Offer.NOTHING, AT, BERLIN)).contains(end);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "You have exhausted your daily quota on this model.",
                "fake rate limit",
                "resets 99pm (Nowhere/Land)",
                "resets 25:61",
                "try again in 99999 days",
                "usage limit reached|1000000000",
                "resets Xyz 40, 3pm",
                "in 999999d 999999d 999999d 999999d",
            })
    void saysNothingWhereNothingIsTold(String text) {
        assertThat(LimitEnd.of(text, Offer.NOTHING, AT, BERLIN)).isEmpty();
    }

    @Test
    void believesTheAccountMoreThanTheWords() {
        var offer =
                new Offer(
                        null,
                        null,
                        null,
                        List.of(
                                new Offer.Quota("5 h", 100, AT.plusSeconds(600)),
                                new Offer.Quota("7 d", 40, AT.plusSeconds(90_000))));
        assertThat(LimitEnd.of("try again in 3 hours", offer, AT, BERLIN))
                .contains(AT.plusSeconds(600));
    }

    /// The words are an agent's: a long text must not hold anybody up.
    @Test
    void isNotHeldUpByALongText() {
        assertThat(LimitEnd.of("in 1 ".repeat(400_000), Offer.NOTHING, AT, BERLIN)).isEmpty();
        assertThat(LimitEnd.of("resets ".repeat(400_000), Offer.NOTHING, AT, BERLIN)).isEmpty();
    }
}
