package dev.parley.door.json;

import dev.parley.api.RuleTrial;
import dev.parley.base.json.Json;
import dev.parley.work.access.ApiKeys;
import dev.parley.work.check.ProviderSmokeTest;
import dev.parley.work.page.Rules;
import dev.parley.work.page.Settings;

import tools.jackson.databind.node.ObjectNode;

/// What a user can set, as the doors send it.
public final class SettingsJson {
    private SettingsJson() {}

    public static ObjectNode of(Settings settings, Rules rules, int port)
            throws InterruptedException {
        var json = Json.object().put("file", settings.configFile().toString());
        json.set("providers", SessionJson.list(settings.providers(), SettingsJson::of));
        var models = settings.models();
        var declared = json.putObject("models").put("file", settings.modelsFile().toString());
        models.problem().ifPresent(problem -> declared.put("problem", problem.message()));
        declared.set("entries", Json.tree(models.agents()));
        json.set("keys", SessionJson.list(settings.keys(), StatusJson::of));
        json.set("roles", Json.tree(settings.roles("")));
        json.set("rules", Json.tree(rules.all()));
        json.putObject("doors").put("port", port);
        return json;
    }

    public static ObjectNode of(Settings.ProviderEntry entry) {
        var json = (ObjectNode) Json.tree(entry.found());
        json.put("isEnabled", entry.isEnabled());
        entry.command().ifPresent(command -> json.put("command", command));
        entry.home().ifPresent(home -> json.put("chosenHome", home));
        return json;
    }

    public static ObjectNode of(ProviderSmokeTest.Result result) {
        var json = Json.object().put("isFine", result.ok()).put("seconds", result.seconds());
        SessionJson.put(json, "text", result.answer());
        SessionJson.put(json, "problem", result.error());
        return json;
    }

    public static ObjectNode of(ApiKeys.Made made) {
        return StatusJson.of(made.key()).put("secret", made.secret());
    }

    public static ObjectNode of(RuleTrial trial) {
        var json =
                Json.object()
                        .put("rule", trial.rule())
                        .put("asked", trial.asked())
                        .put("answered", trial.answered());
        json.set(
                "examples",
                SessionJson.list(
                        trial.examples(),
                        one ->
                                Json.object()
                                        .put("ref", one.ref())
                                        .put("row", one.row())
                                        .put("what", one.what())
                                        .put("time", one.time().toString())));
        return json;
    }
}
