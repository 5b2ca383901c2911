package dev.parley.door.rest;

import dev.parley.api.NewRoom;
import dev.parley.api.RoomChange;
import dev.parley.api.RoomEvent;
import dev.parley.api.RoomPost;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.json.Messages;
import dev.parley.door.json.RoomJson;
import dev.parley.work.room.Rooms;

import org.jspecify.annotations.Nullable;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// `/api/rooms` and `/api/agents`: people and agents in one conversation.
public final class RoomRoutes {
    private static final String BODY = "The body";
    private static final int PAGE = 200;

    private final Rooms rooms;

    private record Ticketed(@Nullable String project) {}

    private record Told(@Nullable String session) {}

    public RoomRoutes(Rooms rooms) {
        this.rooms = rooms;
    }

    public void register(Routes routes) {
        routes.get("/api/agents", _ -> agents());
        routes.get("/api/agents/{id}", request -> agent(id(request)));
        routes.post("/api/agents/{id}", this::putAgent);
        routes.delete("/api/agents/{id}", this::deleteAgent);
        routes.get("/api/room-templates", _ -> templates());
        routes.get("/api/rooms", _ -> list());
        routes.post("/api/rooms", this::make);
        routes.get("/api/rooms/{id}", request -> show(id(request)));
        routes.post("/api/rooms/{id}", this::change);
        routes.delete("/api/rooms/{id}", this::delete);
        routes.get("/api/rooms/{id}/messages", this::messages);
        routes.post("/api/rooms/{id}/messages", this::say);
        routes.get("/api/rooms/{id}/events", this::events);
        routes.post("/api/rooms/{id}/stop", this::stop);
        routes.post("/api/rooms/{id}/pause", this::pause);
        routes.post("/api/rooms/{id}/resume", this::resume);
        routes.get("/api/rooms/{id}/findings", this::findings);
        routes.post("/api/rooms/{id}/findings/{finding}/ticket", this::ticket);
        routes.post("/api/rooms/{id}/findings/{finding}/comment", this::comment);
    }

    private Response agents() throws InterruptedException {
        return Response.json(RoomJson.list(rooms.agents().list(), RoomJson::of));
    }

    private Response agent(String name) throws InterruptedException {
        return Response.json(RoomJson.of(rooms.agents().get(name)));
    }

    private Response putAgent(Request request) throws InterruptedException {
        var json = Messages.object(request.body(), BODY);
        var agent = RoomJson.agent(id(request), json, BODY);
        return Response.json(RoomJson.of(rooms.agents().put(agent)));
    }

    private Response deleteAgent(Request request) throws InterruptedException {
        rooms.agents().delete(id(request));
        return Response.json(Json.object().put("deleted", id(request)));
    }

    private Response templates() {
        return Response.json(RoomJson.list(rooms.templates(), RoomJson::of));
    }

    private Response list() throws InterruptedException {
        return Response.json(RoomJson.list(rooms.list(), RoomJson::of));
    }

    private Response make(Request request) throws InterruptedException {
        return Response.json(201, RoomJson.of(rooms.make(body(request, NewRoom.class))));
    }

    private Response show(String name) throws InterruptedException {
        return Response.json(RoomJson.of(rooms.details(name)));
    }

    private Response change(Request request) throws InterruptedException {
        return Response.json(
                RoomJson.of(rooms.change(id(request), body(request, RoomChange.class))));
    }

    private Response delete(Request request) throws InterruptedException {
        rooms.delete(id(request));
        return Response.json(Json.object().put("deleted", id(request)));
    }

    private Response messages(Request request) throws InterruptedException {
        var after = Numbers.in(request, "after", 0, Long.MAX_VALUE).orElse(0);
        var limit = (int) Numbers.in(request, "limit", 1, Rooms.MOST_MESSAGES).orElse(PAGE);
        var found = rooms.messages(id(request), after, limit);
        return Response.json(RoomJson.list(found, RoomJson::of));
    }

    private Response say(Request request) throws InterruptedException {
        var post = body(request, RoomPost.class);
        return Response.json(202, RoomJson.of(rooms.say(id(request), post)));
    }

    /// Messages have the number a client comes back with; what only those who watch see has none.
    private Response events(Request request) throws InterruptedException {
        var after =
                Numbers.in(request, "after", 0, Long.MAX_VALUE)
                        .orElseGet(() -> Numbers.lastEventId(request).orElse(0));
        var events = rooms.follow(id(request), after);
        return new Response.Events(out -> {
            try (events) {
                for (var next = events.next(); next.isPresent(); next = events.next()) {
                    var json = Json.write(RoomJson.of(next.get()));
                    if (next.get() instanceof RoomEvent.Posted(var message)) {
                        out.write(message.number(), json);
                    } else {
                        out.write(json);
                    }
                }
            }
        });
    }

    private Response stop(Request request) throws InterruptedException {
        return Response.json(Json.object().put("stopped", rooms.stop(id(request))));
    }

    private Response pause(Request request) throws InterruptedException {
        return Response.json(RoomJson.of(rooms.pause(id(request))));
    }

    private Response resume(Request request) throws InterruptedException {
        return Response.json(RoomJson.of(rooms.resume(id(request))));
    }

    private Response findings(Request request) throws InterruptedException {
        return Response.json(RoomJson.list(rooms.findings().list(id(request)), RoomJson::of));
    }

    private Response ticket(Request request) throws InterruptedException {
        var project = request.body().isBlank() ? null : body(request, Ticketed.class).project();
        var ticket =
                rooms.findings()
                        .ticket(
                                id(request),
                                finding(request),
                                project == null ? null : path(project));
        return Response.json(201, Json.object().put("ticket", ticket.name()));
    }

    private Response comment(Request request) throws InterruptedException {
        var session = request.body().isBlank() ? null : body(request, Told.class).session();
        var told = rooms.findings().comment(id(request), finding(request), session);
        return Response.json(202, Json.object().put("session", told.value()));
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException _) {
            throw Problem.invalid(
                    "\"project\" is \"" + text + "\".", "Give the absolute path of a directory.");
        }
    }

    private static String id(Request request) {
        return request.parameters().getOrDefault("id", "");
    }

    private static String finding(Request request) {
        return request.parameters().getOrDefault("finding", "");
    }

    private static <T> T body(Request request, Class<T> shape) {
        return Messages.read(Messages.object(request.body(), BODY), BODY, shape);
    }
}
