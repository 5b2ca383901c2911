package dev.parley.door.openai;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.config.ModelRegistry;
import dev.parley.config.RepositoryModel;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.work.Caller;
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
        routes.get("/v1/models", request -> Response.json(list(Answers.caller(request))));
        routes.get("/v1/models/{id}", this::one);
    }

    private ObjectNode list(Caller caller) {
        var since = registry.current().since();
        var list = Json.object().put("object", "list");
        var data = list.putArray("data");
        calls.models(caller).forEach((name, model) -> data.add(shape(name, model, since)));
        return list;
    }

    private Response one(Request request) {
        var name = request.parameters().getOrDefault("id", "");
        try {
            var model = calls.named(Answers.caller(request), name);
            return Response.json(shape(name, model, registry.current().since()));
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
