package dev.parley.modelapi;

import tools.jackson.databind.JsonNode;

import java.net.http.HttpHeaders;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/// How long to wait before an API is asked again: as long as it says itself, or longer each time.
final class RetryDelay {
    private static final Duration FIRST = Duration.ofSeconds(1);

    private RetryDelay() {}

    /// @param attempt the one that failed, from 1
    /// @param chance between 0 and 1, so that not all come back at the same moment
    static Duration usual(int attempt, double chance) {
        var whole = FIRST.multipliedBy(1L << Math.min(attempt - 1, 10));
        return Duration.ofMillis((long) (whole.toMillis() * (0.75 + chance / 2)));
    }

    /// What the API says, as a header in one of three forms or, at Google, in the body.
    static Optional<Duration> told(HttpHeaders headers, JsonNode body, Clock clock) {
        return headers.firstValue("retry-after-ms")
                .flatMap(text -> number(text, 1))
                .or(() -> headers.firstValue("retry-after").flatMap(text -> after(text, clock)))
                .or(() -> inBody(body))
                .filter(time -> !time.isNegative());
    }

    private static Optional<Duration> after(String text, Clock clock) {
        var seconds = number(text, 1000);
        if (seconds.isPresent()) {
            return seconds;
        }
        try {
            var when = ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME);
            return Optional.of(Duration.between(Instant.now(clock), when.toInstant()));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> number(String text, int unit) {
        try {
            var value = Double.parseDouble(text.strip()) * unit;
            return value >= 0 && value < 1e12
                    ? Optional.of(Duration.ofMillis(Math.round(value)))
                    : Optional.empty();
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> inBody(JsonNode body) {
        var json = body.isArray() && !body.isEmpty() ? body.get(0) : body;
        for (var detail : json.at("/error/details")) {
            var delay = detail.path("retryDelay").asString("");
            if (delay.endsWith("s")) {
                return number(delay.substring(0, delay.length() - 1), 1000);
            }
        }
        return Optional.empty();
    }
}
