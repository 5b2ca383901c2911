package dev.parley.door.rest;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.http.Response;
import dev.parley.door.json.SessionJson;
import dev.parley.door.render.HtmlRendering;
import dev.parley.door.render.MarkdownRendering;
import dev.parley.door.render.TextRendering;
import dev.parley.event.EventJson;
import dev.parley.work.past.ShownSession;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/// A session as a file to keep.
enum SessionExport {
    MARKDOWN("md", "text/markdown;charset=utf-8"),
    HTML("html", "text/html;charset=utf-8"),
    TEXT("txt", "text/plain;charset=utf-8"),
    JSON("json", "application/json");

    private final String extension;
    private final String mediaType;

    SessionExport(String extension, String mediaType) {
        this.extension = extension;
        this.mediaType = mediaType;
    }

    static SessionExport named(String word) {
        return Arrays.stream(values())
                .filter(format -> format.name().equals(word.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() ->
                        Problem.invalid(
                                "\"format\" is \"" + word + "\".",
                                "Give markdown, html, text or json."));
    }

    Response.Whole response(ShownSession session) throws InterruptedException {
        // A name from a CLI's file goes into a header: only what is harmless there.
        var name = session.session().key().toString().replaceAll("[^A-Za-z0-9._-]", "-");
        return new Response.Whole(
                200,
                mediaType,
                text(session),
                Map.of(
                        "Content-Disposition",
                        "attachment; filename=\"" + name + "." + extension + "\"",
                        "Content-Security-Policy",
                        "default-src 'none'; style-src 'unsafe-inline'; sandbox",
                        "X-Content-Type-Options",
                        "nosniff"));
    }

    private String text(ShownSession session) throws InterruptedException {
        if (this == JSON) {
            var json = Json.object();
            json.set("session", SessionJson.of(session.session()));
            var events = json.putArray("events");
            session.events()
                    .read(event -> events.add(EventJson.write(event, EventJson.Raw.LEFT_OUT)));
            return Json.write(json);
        }
        var bytes = new ByteArrayOutputStream();
        var out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
        switch (this) {
            case MARKDOWN -> new MarkdownRendering(out).render(session);
            case HTML -> new HtmlRendering(out).render(session);
            case TEXT, JSON -> new TextRendering(out).render(session);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
