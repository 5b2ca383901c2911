package dev.parley.door.rest;

import dev.parley.base.resource.Resources;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;

import java.util.Map;

/// `/api/openapi.json` and `/api/asyncapi.json`: every address of Parley and every message of its
/// WebSocket, for programs that write programs. Both are written by hand; tests compare them with
/// the routes and the records.
public final class DocumentRoutes {
    public void register(Routes routes) {
        serve(routes, "openapi.json");
        serve(routes, "asyncapi.json");
    }

    private static void serve(Routes routes, String name) {
        routes.get(
                "/api/" + name,
                _ ->
                        new Response.Whole(
                                200,
                                "application/json",
                                Resources.text(DocumentRoutes.class, name),
                                Map.of()));
    }
}
