package dev.parley.door.web;

import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;

import java.util.List;
import java.util.Map;

/// The page and its files. They are the same for everybody and hold nothing of the user's: the page
/// itself asks for that, and says what to do when it is refused.
public final class PageRoutes {
    /// Every address of the page; what stands in them is the page's to read.
    static final List<String> ADDRESSES =
            List.of(
                    "/",
                    "/inbox",
                    "/live",
                    "/race/{id}",
                    "/s/{id}",
                    "/s/{id}/{tab}",
                    "/s/{id}/{tab}/{row}",
                    "/history",
                    "/board",
                    "/t/{id}",
                    "/rooms",
                    "/r/{id}",
                    "/term",
                    "/term/{id}",
                    "/usage",
                    "/settings",
                    "/settings/{section}");

    /// The page may use only what we serve ourselves, and no script that stands in it. Styles that
    /// a script sets need `unsafe-inline`: a terminal has the size of its letters in them.
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
                    + "img-src 'self' data: blob:; font-src 'self'; worker-src 'self'; manifest-src 'self'; "
                    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final Map<String, String> HEADERS =
            Map.of(
                    "Content-Security-Policy",
                    POLICY,
                    "Referrer-Policy",
                    "no-referrer",
                    "Cross-Origin-Opener-Policy",
                    "same-origin",
                    "Cache-Control",
                    "no-cache");

    private static final Map<String, String> FOREVER =
            Map.of("Cache-Control", "public, max-age=31536000, immutable");
    private static final Map<String, String> FOR_AN_HOUR = Map.of("Cache-Control", "max-age=3600");

    private final BuiltPage page;

    public PageRoutes() {
        this(new BuiltPage("page"));
    }

    PageRoutes(BuiltPage page) {
        this.page = page;
    }

    public void register(Routes routes) {
        ADDRESSES.forEach(address -> routes.get(address, _ -> index(200)));
        for (var file : page.files()) {
            if (!file.equals("index.html")) {
                routes.get("/" + file, _ -> serve(file));
            }
        }
        // A link that was used: the page says what to do.
        routes.explaining("/login", problem -> index(problem.kind().httpStatus()));
    }

    private Response.Whole index(int status) {
        return new Response.Whole(status, "text/html;charset=utf-8", page.index(), HEADERS);
    }

    private Response.Whole serve(String file) {
        var headers = file.startsWith("assets/") ? FOREVER : FOR_AN_HOUR;
        return new Response.Whole(200, contentType(file), page.file(file), headers);
    }

    private static String contentType(String file) {
        return switch (file.substring(file.lastIndexOf('.') + 1)) {
            case "js" -> "text/javascript;charset=utf-8";
            case "css" -> "text/css;charset=utf-8";
            case "svg" -> "image/svg+xml";
            case "webmanifest" -> "application/manifest+json";
            default -> "text/plain;charset=utf-8";
        };
    }
}
