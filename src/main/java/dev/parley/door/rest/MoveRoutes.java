package dev.parley.door.rest;

import dev.parley.api.ContinueRequest;
import dev.parley.api.MoveRequest;
import dev.parley.api.SessionId;
import dev.parley.base.json.Json;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.json.LiveJson;
import dev.parley.door.json.Messages;
import dev.parley.door.json.MoveJson;
import dev.parley.door.json.SessionJson;
import dev.parley.event.SessionKey;
import dev.parley.work.move.Moves;

/// `/api/sessions/…/move` and `/api/moves`: conversations that go from one CLI to another.
public final class MoveRoutes {
    private final Moves moves;

    public MoveRoutes(Moves moves) {
        this.moves = moves;
    }

    public void register(Routes routes) {
        routes.post("/api/sessions/{provider}/{id}/move", this::move);
        routes.post("/api/live/{id}/continue", this::goOn);
        routes.get("/api/moves", _ -> list());
        routes.delete("/api/moves/{id}", this::undo);
    }

    private Response move(Request request) throws InterruptedException {
        var key =
                new SessionKey(
                        request.parameters().getOrDefault("provider", ""),
                        request.parameters().getOrDefault("id", ""));
        return Response.json(201, MoveJson.of(moves.move().move(key, wanted(request))));
    }

    private Response goOn(Request request) throws InterruptedException {
        var id = SessionId.of(request.parameters().getOrDefault("id", ""));
        var wanted =
                Messages.read(
                        Messages.object(request.body(), "The body"),
                        "The body",
                        ContinueRequest.class);
        Messages.required(wanted.to(), "to", "The body");
        return Response.json(201, LiveJson.of(moves.continuing().run(id, wanted)));
    }

    private static MoveRequest wanted(Request request) {
        var wanted =
                Messages.read(
                        Messages.object(request.body(), "The body"), "The body", MoveRequest.class);
        Messages.required(wanted.to(), "to", "The body");
        return wanted;
    }

    private Response list() {
        var json = Json.object();
        json.set("moves", SessionJson.list(moves.undo().list(), MoveJson::of));
        return Response.json(json);
    }

    private Response undo(Request request) throws InterruptedException {
        var id = request.parameters().getOrDefault("id", "");
        return Response.json(MoveJson.of(moves.undo().undo(id)));
    }
}
