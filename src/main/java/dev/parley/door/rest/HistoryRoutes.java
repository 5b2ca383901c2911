package dev.parley.door.rest;

import dev.parley.api.SessionEvents;
import dev.parley.api.SessionsRequest;
import dev.parley.api.UsageBy;
import dev.parley.api.UsageRequest;
import dev.parley.base.json.Json;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.json.MarkJson;
import dev.parley.door.json.SessionJson;
import dev.parley.event.SessionKey;
import dev.parley.work.page.Marks;
import dev.parley.work.past.HistoryVerbs;

import java.util.Optional;

/// `/api/sessions`, `/api/projects`, `/api/usage`: the sessions of all CLIs, live or not.
public final class HistoryRoutes {
    private final HistoryVerbs verbs;
    private final Marks marks;

    public HistoryRoutes(HistoryVerbs verbs, Marks marks) {
        this.verbs = verbs;
        this.marks = marks;
    }

    public void register(Routes routes) {
        routes.get("/api/sessions", this::list);
        routes.get("/api/sessions/{provider}/{id}", this::session);
        routes.get(
                "/api/projects",
                _ -> Response.json(SessionJson.list(verbs.list().projects(), SessionJson::of)));
        routes.get("/api/usage", this::usage);
        routes.post("/api/index/rebuild", _ -> rebuild());
    }

    private Response list(Request request) throws InterruptedException {
        var marked = query(request, "marked");
        var page =
                verbs.list()
                        .page(
                                new SessionsRequest(
                                        query(request, "provider"),
                                        query(request, "project"),
                                        query(request, "q"),
                                        query(request, "subagents").equals(Optional.of("true")),
                                        query(request, "rooms").equals(Optional.of("true")),
                                        marked.isEmpty()
                                                ? Optional.empty()
                                                : Optional.of(marks.keys(marked.get())),
                                        Numbers.in(request, "offset", 0, Long.MAX_VALUE).orElse(0),
                                        (int)
                                                Numbers.in(
                                                                request,
                                                                "limit",
                                                                1,
                                                                SessionsRequest.MOST)
                                                        .orElse(SessionsRequest.USUAL)));
        return Response.json(MarkJson.of(page, marks.byName()));
    }

    private static Optional<String> query(Request request, String name) {
        return Optional.ofNullable(request.query().get(name));
    }

    private Response session(Request request) throws InterruptedException {
        var key =
                new SessionKey(
                        request.parameters().getOrDefault("provider", ""),
                        request.parameters().getOrDefault("id", ""));
        var after = Numbers.in(request, "after", 0, Long.MAX_VALUE).orElse(0);
        var limit = Numbers.in(request, "limit", 1, SessionEvents.MOST).orElse(SessionEvents.USUAL);
        return Response.json(SessionJson.of(verbs.show().events(key, after, (int) limit)));
    }

    private Response usage(Request request) throws InterruptedException {
        var by = UsageBy.named(request.query().getOrDefault("by", UsageBy.DAY.word()));
        var wanted =
                new UsageRequest(
                        by,
                        query(request, "since"),
                        query(request, "until"),
                        query(request, "provider"),
                        query(request, "project"),
                        query(request, "models").equals(Optional.of("true")));
        return Response.json(SessionJson.of(verbs.usage().report(wanted)));
    }

    private Response rebuild() {
        verbs.index().rebuild();
        return Response.json(202, Json.object().put("isRebuilding", true));
    }
}
