package dev.parley.door.web;

import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;

import java.util.List;
import java.util.Map;

/// The page and its files. They are the same for everybody and hold nothing of the user's: the page
/// itself asks for that, and says what to do when it is refused.
public final class PageRoutes {
    /// An address of the page; what stands in it is the page's to read.
    ///
    /// @param screen which screen of `web/src/screens` is shown there; empty: the page decides
    record Place(String address, String screen) {}

    static final List<Place> PLACES =
            List.of(
                    new Place("/", ""),
                    new Place("/inbox", "inbox/Inbox"),
                    new Place("/live", "live/Live"),
                    new Place("/races", "race/Races"),
                    new Place("/race/{id}", "race/RaceScreen"),
                    new Place("/s/{id}", "session/Session"),
                    new Place("/s/{id}/{tab}", "session/Session"),
                    new Place("/s/{id}/{tab}/{row}", "session/Session"),
                    new Place("/history", "history/History"),
                    new Place("/board", "board/Board"),
                    new Place("/t/{id}", "board/TicketPage"),
                    new Place("/rooms", "rooms/Rooms"),
                    new Place("/r/{id}", "rooms/Rooms"),
                    new Place("/term", "terminals/Terminals"),
                    new Place("/term/{id}", "terminals/Terminals"),
                    new Place("/usage", "usage/Usage"),
                    new Place("/settings", "settings/Settings"),
                    new Place("/settings/{section}", "settings/Settings"));

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
        for (var place : PLACES) {
            routes.get(place.address(), _ -> index(200, page.index(place.screen())));
        }
        for (var file : page.files()) {
            if (!file.equals("index.html")) {
                routes.get("/" + file, _ -> serve(file));
            }
        }
        // A link that was used: the page says what to do.
        routes.explaining("/login", problem -> index(problem.kind().httpStatus(), page.index("")));
    }

    private static Response.Whole index(int status, String text) {
        return new Response.Whole(status, "text/html;charset=utf-8", text, HEADERS);
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
