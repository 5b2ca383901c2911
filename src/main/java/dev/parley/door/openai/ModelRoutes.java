package dev.parley.door.openai;

import dev.parley.api.RepositoryModel;
import dev.parley.api.Room;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.work.Models;
import dev.parley.work.room.RoomCalls;

import tools.jackson.databind.node.ObjectNode;

/// `/v1/models`: the agents of `models.json` in OpenAI's form.
public final class ModelRoutes {
    private final Models models;
    private final RoomCalls rooms;

    public ModelRoutes(Models models, RoomCalls rooms) {
        this.models = models;
        this.rooms = rooms;
    }

    public void register(Routes routes) {
        routes.get("/v1/models", request -> Response.json(list(request)));
        routes.get("/v1/models/{id}", this::one);
    }

    private ObjectNode list(Request request) throws InterruptedException {
        var list = Json.object().put("object", "list");
        var data = list.putArray("data");
        models.agents(request.key()).forEach((name, agent) -> data.add(json(name, agent)));
        rooms.rooms(request.key()).forEach(room -> data.add(json(room)));
        return list;
    }

    private Response one(Request request) throws InterruptedException {
        var name = request.parameters().getOrDefault("id", "");
        for (var room : rooms.rooms(request.key())) {
            if (name.equals(RoomCalls.PREFIX + room.name())) {
                return Response.json(json(room));
            }
        }
        try {
            return Response.json(json(name, models.agent(request.key(), name)));
        } catch (Problem problem) {
            return ApiError.of(problem).response();
        }
    }

    private static ObjectNode json(Room room) {
        return Json.object()
                .put("id", RoomCalls.PREFIX + room.name())
                .put("object", "model")
                .put("created", room.createdAt().getEpochSecond())
                .put("owned_by", "room");
    }

    private ObjectNode json(String name, RepositoryModel agent) {
        return Json.object()
                .put("id", name)
                .put("object", "model")
                .put("created", models.agentsSince().getEpochSecond())
                .put("owned_by", agent.driver());
    }
}
