package dev.parley.door.openai;

import dev.parley.api.RepositoryModel;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.work.Models;

import tools.jackson.databind.node.ObjectNode;

/// `/v1/models`: the agents of `models.json` in OpenAI's form.
public final class ModelRoutes {
    private final Models models;

    public ModelRoutes(Models models) {
        this.models = models;
    }

    public void register(Routes routes) {
        routes.get("/v1/models", request -> Response.json(list(request)));
        routes.get("/v1/models/{id}", this::one);
    }

    private ObjectNode list(Request request) {
        var list = Json.object().put("object", "list");
        var data = list.putArray("data");
        models.agents(request.key()).forEach((name, agent) -> data.add(json(name, agent)));
        return list;
    }

    private Response one(Request request) {
        var name = request.parameters().getOrDefault("id", "");
        try {
            return Response.json(json(name, models.agent(request.key(), name)));
        } catch (Problem problem) {
            return ApiError.of(problem).asNotFound().response();
        }
    }

    private ObjectNode json(String name, RepositoryModel agent) {
        return Json.object()
                .put("id", name)
                .put("object", "model")
                .put("created", models.agentsSince().getEpochSecond())
                .put("owned_by", agent.driver());
    }
}
