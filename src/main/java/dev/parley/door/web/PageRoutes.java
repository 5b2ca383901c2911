package dev.parley.door.web;

import dev.parley.base.resource.Resources;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;

import java.util.Map;

/// The page people see first, and its files.
public final class PageRoutes {
    /// The page may use only what we serve ourselves.
    private static final Map<String, String> HEADERS =
            Map.of(
                    "Content-Security-Policy",
                    "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'");

    public void register(Routes routes) {
        serve(routes, "/", "page.html", "text/html;charset=utf-8");
        serve(routes, "/page.css", "page.css", "text/css;charset=utf-8");
        serve(routes, "/icon.svg", "icon.svg", "image/svg+xml");
        serve(routes, "/page.js", "page.js", "text/javascript;charset=utf-8");
    }

    private static void serve(Routes routes, String path, String file, String contentType) {
        var text = Resources.text(PageRoutes.class, file);
        routes.get(path, _ -> new Response.Whole(200, contentType, text, HEADERS));
    }
}
