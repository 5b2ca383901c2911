package dev.parley.door.json;

import dev.parley.api.ApiKey;
import dev.parley.api.Pruned;
import dev.parley.base.json.Json;
import dev.parley.work.Models;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Models, keys and the store as the doors send them. The reports about providers and about the
/// store's parts are plain records, and their JSON form is their own.
public final class StatusJson {
    private StatusJson() {}

    /// Those of the catalog, then the agents in repositories.
    public static ArrayNode of(Models.All models) {
        var list = Json.array();
        models.catalog().forEach(model -> list.add(Json.tree(model)));
        models.agents()
                .forEach((name, agent) ->
                        list.addObject()
                                .put("name", name)
                                .put("provider", agent.driver())
                                .set("repository", Json.tree(agent)));
        return list;
    }

    public static ObjectNode of(ApiKey key) {
        var json = Json.object().put("name", key.name());
        var models = json.putArray("models");
        key.models().forEach(models::add);
        return json.put("maxConcurrent", key.maxConcurrent())
                .put("perMinute", key.perMinute())
                .put("created", key.created().toString());
    }

    public static ObjectNode of(Pruned pruned, boolean isDryRun) {
        return Json.object()
                .put("sessions", pruned.sessions())
                .put("events", pruned.events())
                .put("bytes", pruned.bytes())
                .put("isDryRun", isDryRun);
    }
}
