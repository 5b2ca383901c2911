package dev.parley.provider.claude;

import dev.parley.base.json.JsonPath;
import dev.parley.event.Offer;
import dev.parley.wire.Happening;
import dev.parley.wire.LiveStep;

import tools.jackson.databind.JsonNode;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What Claude Code tells about itself: its commands and models when it is initialized, how full
/// its context is with each message, its limits now and then.
final class ClaudeOffer {
    private final Map<String, Offer.Quota> limits = new TreeMap<>();
    private Offer told = Offer.NOTHING;

    void initialized(JsonNode answer) {
        var commands = answer.path("commands");
        var models = answer.path("models");
        told =
                told.plus(
                        new Offer(
                                commands.isArray() ? commands(commands) : null,
                                models.isArray() ? models(models) : null,
                                null,
                                null));
    }

    private static List<Offer.Command> commands(JsonNode commands) {
        return commands.valueStream()
                .filter(JsonNode::isObject)
                .map(one ->
                        new Offer.Command(
                                one.path("name").asString(""),
                                one.path("description").asString(null),
                                one.path("argumentHint").asString(null)))
                .filter(one -> !one.name().isBlank())
                .toList();
    }

    private static List<Offer.ModelChoice> models(JsonNode models) {
        return models.valueStream()
                .filter(JsonNode::isObject)
                .map(one ->
                        new Offer.ModelChoice(
                                one.path("value").asString(""),
                                one.path("displayName").asString(null),
                                false))
                .filter(one -> !one.id().isBlank())
                .toList();
    }

    /// Everything that is known, for a conversation that begins.
    LiveStep all(String conversation) {
        return told.equals(Offer.NOTHING) ? LiveStep.NOTHING : report(conversation, told);
    }

    /// A message tells what its model read; an agent inside this one has a context of its own.
    LiveStep said(String conversation, JsonNode message) {
        var usage = message.path("message").path("usage");
        if (message.hasNonNull("parent_tool_use_id") || !usage.isObject()) {
            return LiveStep.NOTHING;
        }
        var tokens =
                usage.path("input_tokens").asLong(0)
                        + usage.path("cache_read_input_tokens").asLong(0)
                        + usage.path("cache_creation_input_tokens").asLong(0);
        return tokens <= 0
                ? LiveStep.NOTHING
                : report(conversation, Offer.of(new Offer.Context(tokens, null)));
    }

    /// The window of the model that read most, where this version tells it.
    LiveStep result(String conversation, JsonNode result) {
        var window =
                result.path("modelUsage")
                        .valueStream()
                        .mapToLong(model -> JsonPath.number(model, "contextWindow").orElse(0))
                        .max()
                        .orElse(0);
        return window <= 0
                ? LiveStep.NOTHING
                : report(conversation, Offer.of(new Offer.Context(null, window)));
    }

    LiveStep limit(String conversation, JsonNode message) {
        var info = message.path("rate_limit_info");
        var name = info.path("rateLimitType").asString("");
        if (name.isEmpty() || !info.path("utilization").isNumber()) {
            return LiveStep.NOTHING;
        }
        var used = info.path("utilization").asDouble() * 100;
        var resets = JsonPath.number(info, "resetsAt");
        limits.put(
                name,
                new Offer.Quota(
                        name,
                        Math.clamp(used, 0, 100),
                        resets.isPresent() ? Instant.ofEpochSecond(resets.getAsLong()) : null));
        return report(conversation, new Offer(null, null, null, List.copyOf(limits.values())));
    }

    private static LiveStep report(String conversation, Offer offer) {
        return LiveStep.report(new Happening.Offered(conversation, offer));
    }
}
