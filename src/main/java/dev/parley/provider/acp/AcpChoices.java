package dev.parley.provider.acp;

import dev.parley.base.json.Json;
import dev.parley.provider.AcpOptions;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The modes, models and other options a session offers and those it is in, in the three forms
/// agents have for them. An option of the session is preferred to `session/set_model`, which some
/// agents write into the user's settings.
final class AcpChoices {
    /// A request that changes something about a session.
    record Change(String method, JsonNode params) {}

    private final @Nullable Pattern modelName;
    private JsonNode modes = MissingNode.getInstance();
    private JsonNode models = MissingNode.getInstance();
    private JsonNode options = MissingNode.getInstance();
    private @Nullable String mode;
    private @Nullable String model;

    AcpChoices(AcpOptions quirks) {
        modelName = quirks.modelName() == null ? null : Pattern.compile(quirks.modelName());
    }

    /// Takes over what an answer or an update says.
    void hear(JsonNode said) {
        if (said.path("modes").isObject()) {
            modes = said.path("modes");
            mode = modes.path("currentModeId").asString(mode);
        }
        if (said.path("models").isObject()) {
            models = said.path("models");
            model = models.path("currentModelId").asString(model);
        }
        if (said.path("configOptions").isArray()) {
            options = said.path("configOptions");
            mode = current("mode").orElse(mode);
            model = current("model").orElse(model);
        }
        mode = said.path("currentModeId").asString(mode);
    }

    @Nullable String mode() {
        return mode;
    }

    /// As a person or an argument of the CLI calls it.
    @Nullable String model() {
        return model == null ? null : shortName(model);
    }

    void isIn(@Nullable String newMode, @Nullable String newModel) {
        mode = newMode == null ? mode : newMode;
        model = newModel == null ? model : newModel;
    }

    Change toMode(String session, String id) {
        return modes.isObject() || option("mode").isEmpty()
                ? new Change("session/set_mode", in(session).put("modeId", id))
                : toOption(session, "mode", id);
    }

    Change toModel(String session, String name) {
        return option("model").isPresent()
                ? toOption(session, "model", modelId(name))
                : new Change("session/set_model", in(session).put("modelId", modelId(name)));
    }

    Change toOption(String session, String category, String value) {
        var id = option(category).map(each -> each.path("id").asString(category)).orElse(category);
        return new Change(
                "session/set_config_option", in(session).put("configId", id).put("value", value));
    }

    /// Whether the session is in this model already.
    boolean isModel(String name) {
        return model != null && modelId(name).equals(model);
    }

    /// The id of a model that is known by its id, its name or its short name.
    String modelId(String name) {
        return Stream.concat(
                        values(option("model").orElse(MissingNode.getInstance())),
                        models.path("availableModels").valueStream())
                .filter(each ->
                        id(each).equals(name)
                                || shortName(id(each)).equals(name)
                                || each.path("name").asString("").equals(name))
                .map(AcpChoices::id)
                .findFirst()
                .orElse(name);
    }

    private String shortName(String id) {
        if (modelName == null) {
            return id;
        }
        var found = modelName.matcher(id);
        return found.find() && found.groupCount() > 0 ? found.group(1) : id;
    }

    private static String id(JsonNode choice) {
        return choice.path("modelId").asString(choice.path("value").asString(""));
    }

    private Optional<String> current(String category) {
        return option(category)
                .map(option -> option.path("currentValue").asString(""))
                .filter(value -> !value.isEmpty());
    }

    private Optional<JsonNode> option(String category) {
        return options.valueStream()
                .filter(option ->
                        option.path("id").asString("").equals(category)
                                || option.path("category").asString("").equals(category))
                .findFirst();
    }

    /// The values of an option may be in groups.
    private static Stream<JsonNode> values(JsonNode option) {
        return option.path("options")
                .valueStream()
                .flatMap(each -> each.has("options") ? values(each) : Stream.of(each));
    }

    private static ObjectNode in(String session) {
        return Json.object().put("sessionId", session);
    }
}
