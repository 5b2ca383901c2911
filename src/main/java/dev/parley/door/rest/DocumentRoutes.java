package dev.parley.door.rest;

import dev.parley.base.resource.Resources;
import dev.parley.base.resource.Version;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;

import java.util.Map;

/// `/api/openapi.json` and `/api/asyncapi.json`: every address of Parley and every message of its
/// WebSocket, for programs that write programs. Both are written by hand; tests compare them with
/// the routes and the records. Everybody on this machine may read them: there is no secret in them.
public final class DocumentRoutes {
    public void register(Routes routes) {
        serve(routes, "openapi.json");
        serve(routes, "asyncapi.json");
    }

    /// With the version of this program, which the files leave open.
    private static String text(String name) {
        return Resources.text(DocumentRoutes.class, name)
                .replace("\"version\": \"0\"", "\"version\": \"" + Version.current() + "\"");
    }

    private static void serve(Routes routes, String name) {
        routes.get(
                "/api/" + name,
                _ -> new Response.Whole(200, "application/json", text(name), Map.of()));
    }
}
