package dev.parley.door.rest;

import dev.parley.base.json.Json;
import dev.parley.door.http.Gate;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;

/// `/api/links`: a new link for the browser, for those who have the token. A second `parley up`
/// asks for it.
public final class LinkRoutes {
    private final Gate gate;

    public LinkRoutes(Gate gate) {
        this.gate = gate;
    }

    public void register(Routes routes) {
        routes.post("/api/links", _ -> Response.json(Json.object().put("path", gate.newLink())));
    }
}
