package dev.parley.provider.acp;

import dev.parley.base.json.JsonPath;
import dev.parley.event.Offer;
import dev.parley.wire.Happening;
import dev.parley.wire.LiveStep;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.stream.Stream;

/// What an agent tells about itself: its commands, its models in the forms agents have for them,
/// and how full its context is.
final class AcpOffer {
    private AcpOffer() {}

    /// @param said an update, or the answer that began the session
    static LiveStep of(String conversation, JsonNode said) {
        var offer =
                switch (said.path("sessionUpdate").asString("")) {
                    case "available_commands_update" ->
                            new Offer(commands(said.path("availableCommands")), null, null, null);
                    case "usage_update" ->
                            Offer.of(new Offer.Context(number(said, "used"), number(said, "size")));
                    default -> models(said);
                };
        return offer.equals(Offer.NOTHING)
                ? LiveStep.NOTHING
                : LiveStep.report(new Happening.Offered(conversation, offer));
    }

    private static @Nullable Long number(JsonNode said, String name) {
        var number = JsonPath.number(said, name);
        return number.isPresent() && number.getAsLong() > 0
                ? Long.valueOf(number.getAsLong())
                : null;
    }

    private static List<Offer.Command> commands(JsonNode commands) {
        return commands.valueStream()
                .map(one ->
                        new Offer.Command(
                                one.path("name").asString(""),
                                one.path("description").asString(null),
                                one.path("input").path("hint").asString(null)))
                .filter(one -> !one.name().isBlank())
                .toList();
    }

    private static Offer models(JsonNode said) {
        var option =
                said.path("configOptions")
                        .valueStream()
                        .filter(one ->
                                one.path("id").asString("").equals("model")
                                        || one.path("category").asString("").equals("model"))
                        .findFirst();
        if (option.isPresent()) {
            return offer(
                    values(option.get()), "value", option.get().path("currentValue").asString(""));
        }
        var models = said.path("models");
        return models.path("availableModels").isArray()
                ? offer(
                        models.path("availableModels").valueStream(),
                        "modelId",
                        models.path("currentModelId").asString(""))
                : Offer.NOTHING;
    }

    private static Offer offer(Stream<JsonNode> models, String id, String current) {
        var choices =
                models.map(one ->
                                new Offer.ModelChoice(
                                        one.path(id).asString(""),
                                        one.path("name").asString(null),
                                        one.path(id).asString("").equals(current)))
                        .filter(one -> !one.id().isBlank())
                        .toList();
        return new Offer(null, choices, null, null);
    }

    /// The values of an option may be in groups.
    private static Stream<JsonNode> values(JsonNode option) {
        return option.path("options")
                .valueStream()
                .flatMap(each -> each.has("options") ? values(each) : Stream.of(each));
    }
}
