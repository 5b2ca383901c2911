package dev.parley.door.rest;

import dev.parley.api.MarkChange;
import dev.parley.api.RowPage;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.json.MarkJson;
import dev.parley.door.json.Messages;
import dev.parley.door.json.ViewJson;
import dev.parley.work.page.PageVerbs;

/// `/api/view`: one session as rows, live or stored, and what a person notes about it.
public final class ViewRoutes {
    private final PageVerbs verbs;

    public ViewRoutes(PageVerbs verbs) {
        this.verbs = verbs;
    }

    public void register(Routes routes) {
        routes.get("/api/view/{ref}", this::view);
        routes.get("/api/view/{ref}/rows", this::rows);
        routes.get("/api/view/{ref}/rows/{row}", this::row);
        routes.post("/api/view/{ref}/mark", this::mark);
        routes.get("/api/view/{ref}/export", this::export);
        routes.get("/api/marks", _ -> marks());
    }

    private Response view(Request request) throws InterruptedException {
        var ref = ref(request);
        var rows = verbs.view().rows(ref, request.query().get("around"), limit(request));
        // Facts come later than the rows, so that nothing between them is missed by a follower:
        // it may hear an event twice, and knows it by its number.
        return Response.json(ViewJson.of(verbs.view().facts(ref), rows));
    }

    private Response rows(Request request) throws InterruptedException {
        var before = request.query().get("before");
        var after = request.query().get("after");
        if ((before == null) == (after == null)) {
            throw Problem.invalid(
                    "Rows come before or after a row.", "Give either \"before\" or \"after\".");
        }
        var page =
                before == null
                        ? verbs.view().after(ref(request), String.valueOf(after), limit(request))
                        : verbs.view().before(ref(request), before, limit(request));
        return Response.json(ViewJson.of(page));
    }

    private static int limit(Request request) {
        return (int) Numbers.in(request, "limit", 1, RowPage.MOST).orElse(RowPage.USUAL);
    }

    private Response row(Request request) throws InterruptedException {
        var row = request.parameters().getOrDefault("row", "");
        return Response.json(ViewJson.of(verbs.view().row(ref(request), row)));
    }

    private Response mark(Request request) throws InterruptedException {
        var body = Messages.object(request.body(), "The body");
        var change = Messages.read(body, "The body", MarkChange.class);
        return Response.json(MarkJson.of(verbs.view().mark(ref(request), change)));
    }

    private Response marks() throws InterruptedException {
        return Response.json(Json.object().set("marks", MarkJson.list(verbs.marks().all())));
    }

    private Response export(Request request) throws InterruptedException {
        var format = SessionExport.named(request.query().getOrDefault("format", "markdown"));
        return format.response(verbs.view().shown(ref(request)));
    }

    private static String ref(Request request) {
        return request.parameters().getOrDefault("ref", "");
    }
}
