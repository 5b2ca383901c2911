package dev.parley.door.rest;

import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.resource.Resources;

import java.util.Map;

/// `/api/openapi.json`: every address of Parley, for programs that write programs. The document is
/// written by hand; a test compares it with the routes.
public final class DocumentRoutes {
    public void register(Routes routes) {
        routes.get(
                "/api/openapi.json",
                _ ->
                        new Response.Whole(
                                200,
                                "application/json",
                                Resources.text(DocumentRoutes.class, "openapi.json"),
                                Map.of()));
    }
}
