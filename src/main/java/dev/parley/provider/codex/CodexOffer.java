package dev.parley.provider.codex;

import dev.parley.base.json.JsonPath;
import dev.parley.event.Offer;
import dev.parley.wire.Happening;
import dev.parley.wire.LiveStep;

import tools.jackson.databind.JsonNode;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// What Codex tells about itself: how full the context of a thread is, and the limits of the
/// account.
final class CodexOffer {
    private CodexOffer() {}

    /// The last call says how much the model has before it; the total of the thread does not.
    static LiveStep context(String conversation, JsonNode usage) {
        var tokens = JsonPath.number(usage, "last.totalTokens");
        var window = JsonPath.number(usage, "modelContextWindow");
        return tokens.isEmpty()
                ? LiveStep.NOTHING
                : report(
                        conversation,
                        Offer.of(
                                new Offer.Context(
                                        tokens.getAsLong(),
                                        window.isPresent()
                                                ? Long.valueOf(window.getAsLong())
                                                : null)));
    }

    static LiveStep limits(String conversation, JsonNode params) {
        var limits = params.path("rateLimits");
        var quota =
                Stream.of("primary", "secondary")
                        .filter(name -> limits.path(name).path("usedPercent").isNumber())
                        .map(name -> quota(name, limits.path(name)))
                        .toList();
        return quota.isEmpty()
                ? LiveStep.NOTHING
                : report(conversation, new Offer(null, null, null, List.copyOf(quota)));
    }

    private static Offer.Quota quota(String name, JsonNode limit) {
        var minutes = JsonPath.number(limit, "windowDurationMins");
        var resets = JsonPath.number(limit, "resetsAt");
        return new Offer.Quota(
                minutes.isPresent() ? window(minutes.getAsLong()) : name,
                Math.clamp(limit.path("usedPercent").asDouble(), 0, 100),
                resets.isPresent() ? Instant.ofEpochSecond(resets.getAsLong()) : null);
    }

    private static String window(long minutes) {
        return minutes % (24 * 60) == 0 ? minutes / (24 * 60) + " d" : minutes / 60 + " h";
    }

    private static LiveStep report(String conversation, Offer offer) {
        return LiveStep.report(new Happening.Offered(conversation, offer));
    }
}
