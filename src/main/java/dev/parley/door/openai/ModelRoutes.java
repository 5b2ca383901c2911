package dev.parley.door.openai;

import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.json.Json;
import dev.parley.problem.Problem;
import dev.parley.registry.ModelRegistry;
import dev.parley.registry.RepositoryModel;
import dev.parley.work.Calls;

import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;

/// `/v1/models`: the agents of `models.json` in OpenAI's shape.
public final class ModelRoutes {
    private final ModelRegistry registry;
    private final Calls calls;

    public ModelRoutes(ModelRegistry registry, Calls calls) {
        this.registry = registry;
        this.calls = calls;
    }

    public void register(Routes routes) {
        routes.get("/v1/models", _ -> Response.json(list()));
        routes.get("/v1/models/{id}", request -> one(request.parameters().getOrDefault("id", "")));
    }

    private ObjectNode list() {
        var state = registry.current();
        var list = Json.object().put("object", "list");
        var data = list.putArray("data");
        state.models().forEach((name, model) -> data.add(shape(name, model, state.since())));
        return list;
    }

    private Response one(String name) {
        try {
            return Response.json(shape(name, calls.named(name), registry.current().since()));
        } catch (Problem problem) {
            return ApiError.of(problem).asNotFound().response();
        }
    }

    private static ObjectNode shape(String name, RepositoryModel model, Instant since) {
        return Json.object()
                .put("id", name)
                .put("object", "model")
                .put("created", since.getEpochSecond())
                .put("owned_by", model.driver());
    }
}
