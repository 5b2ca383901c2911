package dev.parley.door.rest;

import dev.parley.api.ApprovalId;
import dev.parley.api.SessionId;
import dev.parley.base.json.Json;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.json.ActionJson;
import dev.parley.door.json.LiveJson;
import dev.parley.door.json.Messages;
import dev.parley.event.Action;
import dev.parley.work.LiveSessions;

import tools.jackson.databind.node.ObjectNode;

/// `/api/live` and `/api/approvals`: live sessions, asked and followed over HTTP.
public final class LiveRoutes {
    private final LiveSessions sessions;

    public LiveRoutes(LiveSessions sessions) {
        this.sessions = sessions;
    }

    public void register(Routes routes) {
        routes.post("/api/live", this::start);
        routes.get("/api/live", this::list);
        routes.get("/api/live/{id}", request -> info(id(request)));
        routes.post("/api/live/{id}/actions", this::act);
        routes.delete("/api/live/{id}", this::close);
        routes.get("/api/live/{id}/events", this::events);
        routes.get("/api/approvals", _ -> Response.json(LiveJson.approvals(sessions.approvals())));
        routes.post("/api/approvals/{id}", this::decide);
    }

    private Response start(Request request) throws InterruptedException {
        var wanted = LiveJson.newSession(body(request), "The body");
        return Response.json(201, LiveJson.of(sessions.start(wanted)));
    }

    private Response list(Request request) throws InterruptedException {
        var limit = Numbers.in(request, "limit", 1, LiveSessions.MOST).orElse(LiveSessions.USUAL);
        var withRooms = "true".equals(request.query().get("rooms"));
        return Response.json(LiveJson.sessions(sessions.list((int) limit, withRooms)));
    }

    private Response info(SessionId id) throws InterruptedException {
        return Response.json(LiveJson.of(sessions.info(id)));
    }

    private Response act(Request request) throws InterruptedException {
        var action = ActionJson.read(body(request));
        return Response.json(202, sessions.ask(id(request), action));
    }

    private Response close(Request request) throws InterruptedException {
        sessions.ask(id(request), new Action.Close());
        return info(id(request));
    }

    /// A client that comes back says where it was: `after=…`, or what browsers send by themselves.
    private Response events(Request request) throws InterruptedException {
        var after =
                Numbers.in(request, "after", 0, Long.MAX_VALUE)
                        .orElseGet(() -> Numbers.lastEventId(request).orElse(0));
        var events = sessions.follow(id(request), after);
        return new Response.Events(out -> {
            try (events) {
                for (var next = events.next(); next.isPresent(); next = events.next()) {
                    out.write(next.get().sequence(), next.get().json());
                }
            }
        });
    }

    private Response decide(Request request) throws InterruptedException {
        var said = Messages.read(body(request), "The body", Action.Decide.class);
        var id = ApprovalId.of(request.parameters().getOrDefault("id", ""));
        sessions.ask(id.session(), ActionJson.decision(id, said));
        return Response.json(202, Json.object().put("approvalId", id.toString()));
    }

    private static ObjectNode body(Request request) {
        return Messages.object(request.body(), "The body");
    }

    private static SessionId id(Request request) {
        return SessionId.of(request.parameters().getOrDefault("id", ""));
    }
}
