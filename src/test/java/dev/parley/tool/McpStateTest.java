package dev.parley.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.base.json.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

class McpStateTest {
    private static final McpState.Rounds ROUNDS =
            new McpState.Rounds(
                    Map.of("name", json("{\"action\":\"accept\"}")), Optional.of("job-1"));

    private Instant now = Instant.parse("2026-11-18T00:00:00Z");
    private final McpState state =
            new McpState(
                    new Clock() {
                        @Override
                        public ZoneOffset getZone() {
                            return ZoneOffset.UTC;
                        }

                        @Override
                        public Clock withZone(java.time.ZoneId zone) {
                            return this;
                        }

                        @Override
                        public Instant instant() {
                            return now;
                        }
                    });

    private static JsonNode json(String text) {
        return Json.parse(text).orElseThrow();
    }

    private void isRefused(String sealed, String principal, String request) {
        assertThatThrownBy(() -> state.open(sealed, principal, request))
                .isInstanceOf(McpError.class)
                .hasMessageContaining("requestState");
    }

    @Test
    void comesBackAsItWas() {
        var sealed = state.seal(ROUNDS, "user", "request");

        assertThat(state.open(sealed, "user", "request")).isEqualTo(ROUNDS);
    }

    @Test
    void isNeverTheSameTwice() {
        assertThat(state.seal(ROUNDS, "user", "r")).isNotEqualTo(state.seal(ROUNDS, "user", "r"));
    }

    @Test
    void belongsToOneCallerAndOneRequest() {
        var sealed = state.seal(ROUNDS, "user", "request");

        isRefused(sealed, "session s1", "request");
        isRefused(sealed, "user", "other");
    }

    @Test
    void endsAfterAWhile() {
        var sealed = state.seal(ROUNDS, "user", "request");
        now = now.plus(Duration.ofHours(1));

        isRefused(sealed, "user", "request");
    }

    @Test
    void cannotBeMadeOrChangedOutside() {
        var sealed = state.seal(ROUNDS, "user", "request");
        var forged =
                Base64.getUrlEncoder()
                        .encodeToString("{\"for\":\"user\",\"request\":\"request\"}".getBytes());

        isRefused("", "user", "request");
        isRefused("nonsense", "user", "request");
        isRefused("ä.ö", "user", "request");
        isRefused(sealed + "x", "user", "request");
        isRefused("A" + sealed, "user", "request");
        isRefused(forged + sealed.substring(sealed.indexOf('.')), "user", "request");
        isRefused(
                new McpState(Clock.systemUTC()).seal(ROUNDS, "user", "request"), "user", "request");
    }

    @Test
    void theOrderOfMembersDoesNotMatterForARequest() {
        assertThat(Fingerprint.of("m", json("{\"a\":{\"x\":1,\"y\":[2]},\"b\":3,\"_meta\":{}}")))
                .isEqualTo(
                        Fingerprint.of(
                                "m",
                                json("{\"b\":3,\"requestState\":\"s\",\"a\":{\"y\":[2],\"x\":1}}")))
                .isNotEqualTo(Fingerprint.of("m", json("{\"b\":3,\"a\":{\"y\":[2],\"x\":2}}")))
                .isNotEqualTo(Fingerprint.of("n", json("{\"b\":3,\"a\":{\"y\":[2],\"x\":1}}")));
    }
}
