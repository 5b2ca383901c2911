package dev.parley.door.http;

import dev.parley.base.problem.Problem;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Which handler answers which path. Patterns have places: `/api/sessions/{id}`. Needs no socket.
public final class Routes {
    /// Answers one request. May block.
    @FunctionalInterface
    public interface Handler {
        Response handle(Request request) throws InterruptedException;
    }

    /// How a door reports a problem.
    @FunctionalInterface
    public interface Explainer {
        Response.Whole explain(Problem problem);
    }

    /// Talks with the clients that open a WebSocket at one path.
    private record SocketRoute(String path, SocketHandler handler, Door door) {}

    private record Route(String method, List<String> pattern, Handler handler, Door door) {}

    private record Explaining(String prefix, Explainer explainer, Door door) {}

    private final List<Route> routes = new ArrayList<>();
    private final List<Explaining> explainers = new ArrayList<>();
    private final List<SocketRoute> sockets = new ArrayList<>();

    /// The door that registers now.
    private Door door = Door.WALL;

    /// Enters everything that a door answers.
    public Routes add(Door added) {
        door = added;
        added.registration().accept(this);
        door = Door.WALL;
        return this;
    }

    /// The door at a path. Where problems have a form of their own, everything belongs to the door
    /// with that form, also what is not there.
    Door doorAt(String path) {
        var segments = segments(path);
        return Stream.of(
                        sockets.stream()
                                .filter(one -> one.path.equals(path))
                                .map(SocketRoute::door),
                        routes.stream()
                                .filter(one -> match(one.pattern, segments).isPresent())
                                .map(Route::door),
                        explaining(path).map(Explaining::door))
                .flatMap(found -> found)
                .findFirst()
                .orElse(Door.WALL);
    }

    public Routes get(String pattern, Handler handler) {
        routes.add(new Route("GET", segments(pattern), handler, door));
        return this;
    }

    public Routes post(String pattern, Handler handler) {
        routes.add(new Route("POST", segments(pattern), handler, door));
        return this;
    }

    /// Below this path, problems have a form of their own.
    public Routes explaining(String prefix, Explainer explainer) {
        explainers.add(new Explaining(prefix, explainer, door));
        return this;
    }

    /// A problem, in the form that is usual at this path.
    public Response.Whole explain(String path, Problem problem) {
        return explaining(path)
                .findFirst()
                .map(one -> one.explainer.explain(problem))
                .orElseGet(() -> Response.problem(problem));
    }

    private Stream<Explaining> explaining(String path) {
        return explainers.stream().filter(one -> path.startsWith(one.prefix));
    }

    public Routes delete(String pattern, Handler handler) {
        routes.add(new Route("DELETE", segments(pattern), handler, door));
        return this;
    }

    public Routes socket(String path, SocketHandler handler) {
        sockets.add(new SocketRoute(path, handler, door));
        return this;
    }

    /// Every method and pattern that has a handler: `GET /api/sessions`.
    public List<String> addresses() {
        return routes.stream()
                .map(route -> route.method + " " + String.join("/", route.pattern))
                .toList();
    }

    /// Talks with the clients that open a WebSocket here.
    Optional<SocketHandler> socketAt(String path) {
        return sockets.stream()
                .filter(route -> route.path.equals(path))
                .map(SocketRoute::handler)
                .findFirst();
    }

    /// Finds the handler and lets it answer. A [Problem] becomes its response.
    public Response handle(Request request) throws InterruptedException {
        var path = segments(request.path());
        var possible = new TreeSet<String>();
        try {
            for (var route : routes) {
                var found = match(route.pattern, path);
                if (found.isPresent() && route.method.equals(request.method())) {
                    return route.handler.handle(request.with(found.get()));
                }
                if (found.isPresent()) {
                    possible.add(route.method);
                }
            }
        } catch (Problem problem) {
            return explain(request.path(), problem);
        }
        return possible.isEmpty() ? nothing(request) : wrongMethod(request, possible);
    }

    private Response nothing(Request request) {
        return explain(
                request.path(),
                Problem.notFound(
                        "There is nothing at " + request.path() + ".",
                        "Look at the address again."));
    }

    private Response wrongMethod(Request request, Set<String> possible) {
        return explain(
                        request.path(),
                        new Problem(
                                Problem.Kind.WRONG_METHOD,
                                request.method() + " is not possible at " + request.path() + ".",
                                "Use " + String.join(" or ", possible) + "."))
                .with("Allow", String.join(", ", possible));
    }

    private static Optional<Map<String, String>> match(List<String> pattern, List<String> path) {
        if (pattern.size() != path.size()) {
            return Optional.empty();
        }
        var found = new HashMap<String, String>();
        for (var at = 0; at < pattern.size(); at++) {
            var expected = pattern.get(at);
            if (expected.startsWith("{") && !path.get(at).isEmpty()) {
                found.put(expected.substring(1, expected.length() - 1), decoded(path.get(at)));
            } else if (!expected.equals(path.get(at))) {
                return Optional.empty();
            }
        }
        return Optional.of(found);
    }

    /// A plus sign in a path is a plus sign, whatever it is in a form.
    private static String decoded(String segment) {
        try {
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return segment;
        }
    }

    private static List<String> segments(String path) {
        return List.of(path.split("/", -1));
    }
}
