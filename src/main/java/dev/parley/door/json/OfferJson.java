package dev.parley.door.json;

import dev.parley.api.FoundPaths;
import dev.parley.base.json.Json;
import dev.parley.event.Offer;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/// What a CLI offers in a session, and what completes what somebody types, as the doors send it.
public final class OfferJson {
    private OfferJson() {}

    /// @param modes the permission modes that can be switched to
    public static ObjectNode of(Offer offer, List<String> modes) {
        var json = Json.object();
        var commands = offer.commands();
        json.set(
                "commands",
                SessionJson.list(commands == null ? List.of() : commands, OfferJson::of));
        var models = offer.models();
        json.set("models", SessionJson.list(models == null ? List.of() : models, OfferJson::of));
        json.set("modes", Json.tree(modes));
        if (offer.context() != null) {
            json.set("context", of(offer.context()));
        }
        var quota = offer.quota();
        json.set("quota", SessionJson.list(quota == null ? List.of() : quota, OfferJson::of));
        return json;
    }

    /// What can be chosen of it, as [#of] has written it.
    public static Offer choices(JsonNode json) {
        return new Offer(
                json.path("commands")
                        .valueStream()
                        .map(one ->
                                new Offer.Command(
                                        one.path("name").asString(""),
                                        one.path("description").asString(""),
                                        one.path("hint").asString("")))
                        .toList(),
                json.path("models")
                        .valueStream()
                        .map(one ->
                                new Offer.ModelChoice(
                                        one.path("id").asString(""),
                                        one.path("name").asString(""),
                                        one.path("isCurrent").asBoolean(false)))
                        .toList(),
                null,
                null);
    }

    private static ObjectNode of(Offer.Command command) {
        var json = Json.object().put("name", command.name());
        SessionJson.put(json, "description", command.description());
        SessionJson.put(json, "hint", command.hint());
        return json;
    }

    private static ObjectNode of(Offer.ModelChoice model) {
        var json = Json.object().put("id", model.id());
        SessionJson.put(json, "name", model.name());
        return json.put("isCurrent", model.isCurrent());
    }

    static ObjectNode of(Offer.Context context) {
        var json = Json.object();
        var tokens = context.tokens();
        var window = context.window();
        if (tokens != null) {
            json.put("tokens", tokens);
        }
        if (window != null) {
            json.put("window", window);
        }
        if (tokens != null && window != null && window > 0) {
            json.put("percent", Math.clamp(Math.round(100.0 * tokens / window), 0, 100));
        }
        return json;
    }

    private static ObjectNode of(Offer.Quota quota) {
        var json = Json.object().put("name", quota.name()).put("usedPercent", quota.usedPercent());
        SessionJson.put(json, "resetsAt", quota.resetsAt());
        return json;
    }

    public static ObjectNode directories(FoundPaths found) {
        var json = Json.object();
        json.set(
                "directories",
                SessionJson.list(
                        found.paths(),
                        one ->
                                Json.object()
                                        .put("path", one.path())
                                        .put("isRepository", one.isRepository())));
        return json.put("isComplete", found.isComplete());
    }

    public static ObjectNode files(FoundPaths found) {
        var json = Json.object();
        json.set(
                "files",
                SessionJson.list(
                        found.paths(),
                        one ->
                                Json.object()
                                        .put("path", one.path())
                                        .put("isDirectory", one.isDirectory())));
        return json.put("isComplete", found.isComplete());
    }
}
