package dev.parley.door.http;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What a handler answers: a whole body, a whole body that takes its time, or a stream that is
/// written while things happen.
public sealed interface Response {
    /// When to come back after what will pass.
    int RETRY_AFTER_SECONDS = 5;

    /// Everything at once.
    record Whole(int status, String contentType, String body, Map<String, String> headers)
            implements Response {
        public Whole {
            headers = Map.copyOf(headers);
        }

        /// The same with another status, also where the body names it.
        Whole withStatus(int other) {
            var named =
                    Json.parseObject(body)
                            .map(ObjectNode.class::cast)
                            .filter(json -> json.path("status").isInt())
                            .map(json -> Json.write(json.put("status", other)));
            return new Whole(other, contentType, named.orElse(body), headers);
        }

        Whole with(String name, String value) {
            var all = new HashMap<>(headers);
            all.put(name, value);
            return new Whole(status, contentType, body, all);
        }
    }

    /// An answer that takes its time. The work runs on the request's own thread, which is
    /// interrupted when the client goes away.
    record Awaited(Work work) implements Response {}

    /// Server-sent events. The source runs on the request's own thread, which is interrupted when
    /// the client goes away.
    ///
    /// @param pulse how often a comment goes out, so that nobody takes silence for an end
    record Events(Source source, Duration pulse) implements Response {
        private static final Duration OFTEN = Duration.ofMillis(500);

        public Events(Source source) {
            this(source, OFTEN);
        }
    }

    /// Comes to an answer.
    @FunctionalInterface
    interface Work {
        Whole run() throws InterruptedException;
    }

    /// Where a stream's events come from.
    @FunctionalInterface
    interface Source {
        void writeTo(EventWriter out) throws InterruptedException;
    }

    /// One server-sent event.
    ///
    /// @param name its kind, if the listener tells them apart by name
    /// @param number with which a listener that lost the connection comes back
    record ServerEvent(@Nullable String name, @Nullable Long number, String data) {
        public ServerEvent(@Nullable String name, String data) {
            this(name, null, data);
        }

        public static ServerEvent of(Object json) {
            return new ServerEvent(null, Json.write(json));
        }
    }

    /// Takes events; those that come together go out together.
    @FunctionalInterface
    interface EventWriter {
        void write(List<ServerEvent> events);

        /// One event without a name.
        default void write(String data) {
            write(List.of(new ServerEvent(null, data)));
        }

        /// One event with the number a listener comes back with.
        default void write(long number, String data) {
            write(List.of(new ServerEvent(null, number, data)));
        }
    }

    /// Thrown by a source that fails: the answer instead of the stream as long as nothing of it was
    /// sent, its last events otherwise.
    final class Refused extends RuntimeException {
        private final transient Whole answer;
        private final transient List<ServerEvent> ending;

        public Refused(Whole answer) {
            this(answer, List.of(new ServerEvent(null, answer.body())));
        }

        public Refused(Whole answer, List<ServerEvent> ending) {
            super(answer.body());
            this.answer = answer;
            this.ending = List.copyOf(ending);
        }

        public Whole answer() {
            return answer;
        }

        public List<ServerEvent> ending() {
            return ending;
        }
    }

    static Whole json(Object value) {
        return json(200, value);
    }

    static Whole json(int status, Object value) {
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
    static Whole problem(Problem problem) {
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
                problem.kind().isPassing()
                        ? Map.of("Retry-After", Integer.toString(RETRY_AFTER_SECONDS))
                        : Map.of());
    }
}
