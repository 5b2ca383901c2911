package dev.parley.tool;

import dev.parley.base.json.Json;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The `requestState` that a client carries from one round of a request to the next. It comes from
/// outside again, so it is signed, belongs to one caller and one request, and ends after a while.
/// The key lives as long as this object. Thread-safe.
final class McpState {
    private static final Duration LIFETIME = Duration.ofMinutes(30);
    private static final String ALGORITHM = "HmacSHA256";

    /// What was said in earlier rounds.
    ///
    /// @param answers by the keys of the requests
    /// @param job the job that does the work, once there is one
    record Rounds(Map<String, JsonNode> answers, Optional<String> job) {
        static final Rounds NONE = new Rounds(Map.of(), Optional.empty());
    }

    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final byte[] key = new byte[32];

    McpState(Clock clock) {
        this.clock = clock;
        random.nextBytes(key);
    }

    String seal(Rounds rounds, String principal, String request) {
        var payload =
                Json.object()
                        .put("for", principal)
                        .put("request", request)
                        .put("until", clock.instant().plus(LIFETIME).toEpochMilli())
                        .put("nonce", random.nextLong());
        rounds.job().ifPresent(job -> payload.put("job", job));
        var answers = payload.putObject("answers");
        rounds.answers().forEach(answers::set);
        var body = Json.write(payload).getBytes(StandardCharsets.UTF_8);
        return text(body) + "." + text(sign(body));
    }

    /// @throws McpError when it is not ours, for another caller or request, or too old
    Rounds open(String state, String principal, String request) {
        return verified(state)
                .filter(payload -> payload.path("for").asString("").equals(principal))
                .filter(payload -> payload.path("request").asString("").equals(request))
                .filter(payload -> payload.path("until").asLong(0) > clock.millis())
                .map(McpState::rounds)
                .orElseThrow(() ->
                        McpError.invalid(
                                "This requestState is not valid for this request, or too old."
                                        + " Send the request again without it."));
    }

    private Optional<JsonNode> verified(String state) {
        var dot = state.indexOf('.');
        if (dot < 0) {
            return Optional.empty();
        }
        try {
            var body = Base64.getUrlDecoder().decode(state.substring(0, dot));
            var signature = Base64.getUrlDecoder().decode(state.substring(dot + 1));
            return MessageDigest.isEqual(sign(body), signature)
                    ? Json.parseOwn(new String(body, StandardCharsets.UTF_8))
                    : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static Rounds rounds(JsonNode payload) {
        var answers = new LinkedHashMap<String, JsonNode>();
        payload.path("answers").properties().forEach(it -> answers.put(it.getKey(), it.getValue()));
        return new Rounds(answers, payload.path("job").asStringOpt());
    }

    private byte[] sign(byte[] body) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
