package dev.parley.door.http;

import dev.parley.base.json.Json;

import java.util.Map;

/// A problem as a page, for a browser that asked for one: signed out, a used link, nothing there.
final class ProblemPage {
    private static final String STYLE =
            "body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:18vh auto;padding:0 1.5rem;"
                    + "background:#fcfbf8;color:#1d2026}h1{font-size:1.25rem}code{font:14px ui-monospace,monospace;"
                    + "background:#eceae4;padding:.1em .35em;border-radius:4px}"
                    + "input{font:18px ui-monospace,monospace;padding:.4em;width:11em}button{font:inherit;padding:.45em 1em}"
                    + "@media(prefers-color-scheme:dark){body{background:#16181d;color:#e9e7e1}code{background:#2a2d34}}";
    private static final Map<String, String> HEADERS =
            Map.of(
                    "Content-Security-Policy",
                    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'");

    private ProblemPage() {}

    /// The same answer in the form that the asker can read.
    static Response of(Request request, Response answer) {
        return answer instanceof Response.Whole whole
                        && whole.contentType().equals("application/problem+json")
                        && isForPeople(request)
                ? page(whole)
                : answer;
    }

    private static boolean isForPeople(Request request) {
        return request.method().equals("GET")
                && request.header("accept").orElse("").contains("text/html")
                && !request.path().startsWith("/api/")
                && !request.path().startsWith("/v1/")
                && !request.path().startsWith("/mcp");
    }

    private static Response.Whole page(Response.Whole whole) {
        var problem = Json.parseObject(whole.body()).orElseGet(Json::object);
        var isStranger = whole.status() == 401;
        var title = problem.path("title").asString("Something went wrong.");
        var isToken = title.startsWith("The token");
        var heading = isToken ? "You are signed out." : title;
        var advice =
                isStranger
                        ? "<p>Run <code>parley up</code> in a terminal on the machine where Parley runs. It prints a"
                                + " new link, also while Parley is running; open that link in this browser.</p>"
                                + "<p>On another device: run <code>parley devices pair</code> in that terminal and type the code here.</p>"
                                + form()
                        : "<p>" + escaped(problem.path("detail").asString("")) + "</p>";
        return new Response.Whole(
                whole.status(), "text/html;charset=utf-8", html(heading, advice), HEADERS);
    }

    /// Where a person types the code on another device.
    static Response.Whole pairing() {
        var body = "<p>Type the code that Parley shows in its terminal.</p>" + form();
        return new Response.Whole(
                200, "text/html;charset=utf-8", html("Pair this device", body), HEADERS);
    }

    private static String form() {
        return "<form action=\"/login\" method=\"get\"><input name=\"code\" autocomplete=\"off\""
                + " autocapitalize=\"characters\" aria-label=\"Code\" placeholder=\"K7QF-2M9X\" required>"
                + " <button>Pair</button></form>";
    }

    private static String html(String heading, String body) {
        return "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                + "<title>Parley</title><style>"
                + STYLE
                + "</style></head><body><main><h1>"
                + escaped(heading)
                + "</h1>"
                + body
                + "</main></body></html>\n";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
