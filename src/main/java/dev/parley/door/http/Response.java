package dev.parley.door.http;

import dev.parley.json.Json;
import dev.parley.problem.Problem;

import java.util.Map;

/// What a handler answers: a whole body, or a stream that is written while things happen.
public sealed interface Response {
    /// Everything at once.
    record Whole(int status, String contentType, String body, Map<String, String> headers)
            implements Response {
        public Whole {
            headers = Map.copyOf(headers);
        }
    }

    /// Server-sent events. The source runs on the request's own thread, which is interrupted when
    /// the client goes away.
    record Events(Source source) implements Response {}

    /// Where a stream's events come from.
    @FunctionalInterface
    interface Source {
        void writeTo(EventWriter out) throws InterruptedException;
    }

    /// Takes one event's JSON.
    @FunctionalInterface
    interface EventWriter {
        void write(String json);
    }

    static Response json(Object value) {
        return json(200, value);
    }

    static Response json(int status, Object value) {
        return new Whole(status, "application/json", Json.write(value), Map.of());
    }

    static Response text(int status, String text) {
        return new Whole(status, "text/plain;charset=utf-8", text, Map.of());
    }

    /// Somewhere else, with a cookie to take along.
    static Response redirect(String location, String cookie) {
        return new Whole(303, "text/plain", "", Map.of("Location", location, "Set-Cookie", cookie));
    }

    /// A problem as `application/problem+json`.
    static Response problem(Problem problem) {
        var body =
                Json.object()
                        .put("title", problem.message())
                        .put("detail", problem.remedy())
                        .put("kind", problem.kind().name())
                        .put("status", problem.kind().httpStatus());
        return new Whole(
                problem.kind().httpStatus(),
                "application/problem+json",
                Json.write(body),
                Map.of());
    }
}
