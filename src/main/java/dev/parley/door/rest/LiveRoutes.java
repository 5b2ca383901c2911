package dev.parley.door.rest;

import dev.parley.api.SessionId;
import dev.parley.base.json.Json;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.live.LiveAction;
import dev.parley.door.live.LiveDesk;
import dev.parley.door.live.LiveRequest;
import dev.parley.door.live.Messages;

/// `/api/live` and `/api/approvals`: live sessions, asked and followed over HTTP.
public final class LiveRoutes {
    private static final int USUAL = 100;
    private static final int MOST = 1000;

    private final LiveDesk desk;

    public LiveRoutes(LiveDesk desk) {
        this.desk = desk;
    }

    public void register(Routes routes) {
        routes.post("/api/live", this::start);
        routes.get("/api/live", this::list);
        routes.get("/api/live/{id}", request -> info(id(request)));
        routes.post("/api/live/{id}/actions", this::act);
        routes.delete("/api/live/{id}", this::close);
        routes.get("/api/live/{id}/events", this::events);
        routes.get("/api/approvals", _ -> approvals());
        routes.post("/api/approvals/{id}", this::decide);
    }

    private Response start(Request request) throws InterruptedException {
        var body = Messages.object(request.body(), "The body");
        var wanted = Messages.read(body, "The body", LiveRequest.class);
        return Response.json(201, LiveDesk.json(desk.sessions().start(wanted.toSession())));
    }

    private Response list(Request request) throws InterruptedException {
        var list = Json.array();
        var limit = (int) Numbers.in(request, "limit", 1, MOST).orElse(USUAL);
        desk.sessions().list(limit).forEach(info -> list.add(LiveDesk.json(info)));
        return Response.json(list);
    }

    private Response info(SessionId id) throws InterruptedException {
        return Response.json(LiveDesk.json(desk.sessions().info(id)));
    }

    private Response act(Request request) throws InterruptedException {
        var action = LiveAction.read(Messages.object(request.body(), "The body"));
        return Response.json(202, desk.perform(id(request), action));
    }

    private Response close(Request request) throws InterruptedException {
        desk.sessions().close(id(request));
        return info(id(request));
    }

    /// Who comes back says where it was: `after=…`, or what browsers send by themselves.
    private Response events(Request request) throws InterruptedException {
        var after =
                Numbers.in(request, "after", 0, Long.MAX_VALUE)
                        .orElseGet(() -> Numbers.lastEventId(request).orElse(0));
        var stream = desk.sessions().follow(id(request), after);
        return new Response.Events(out -> {
            try (stream) {
                for (var next = stream.next(); next.isPresent(); next = stream.next()) {
                    out.write(next.get().sequence(), next.get().json());
                }
            }
        });
    }

    private Response approvals() {
        var list = Json.array();
        desk.sessions().approvals().pending().forEach(one -> list.add(LiveDesk.json(one)));
        return Response.json(list);
    }

    private Response decide(Request request) throws InterruptedException {
        var body = Messages.object(request.body(), "The body");
        var approvalId = request.parameters().getOrDefault("id", "");
        desk.decide(approvalId, Messages.read(body, "The body", LiveAction.Decide.class));
        return Response.json(202, Json.object().put("approvalId", approvalId));
    }

    private static SessionId id(Request request) {
        return SessionId.of(request.parameters().getOrDefault("id", ""));
    }
}
