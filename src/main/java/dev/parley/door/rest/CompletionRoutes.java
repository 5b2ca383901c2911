package dev.parley.door.rest;

import dev.parley.base.problem.Problem;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.json.OfferJson;
import dev.parley.work.page.CompletePaths;
import dev.parley.work.page.PageVerbs;

/// `/api/directories`, `/api/files` and what a session offers: completes what somebody types.
public final class CompletionRoutes {
    private final PageVerbs verbs;

    public CompletionRoutes(PageVerbs verbs) {
        this.verbs = verbs;
    }

    public void register(Routes routes) {
        routes.get("/api/directories", this::directories);
        routes.get("/api/files", this::files);
        routes.get("/api/view/{ref}/files", this::filesOfSession);
        routes.get("/api/view/{ref}/commands", this::commands);
    }

    private Response directories(Request request) {
        var prefix = request.query().getOrDefault("prefix", "");
        return Response.json(
                OfferJson.directories(verbs.complete().directories(prefix, limit(request))));
    }

    private Response files(Request request) throws InterruptedException {
        var directory = request.query().get("directory");
        if (directory == null) {
            throw Problem.invalid("\"directory\" is missing.", "Give an absolute path.");
        }
        return files(request, directory);
    }

    private Response filesOfSession(Request request) throws InterruptedException {
        return files(request, verbs.view().directory(ref(request)));
    }

    private Response files(Request request, String directory) throws InterruptedException {
        var typed = request.query().getOrDefault("q", "");
        return Response.json(
                OfferJson.files(verbs.complete().files(directory, typed, limit(request))));
    }

    private static int limit(Request request) {
        return (int)
                Numbers.in(request, "limit", 1, CompletePaths.MOST).orElse(CompletePaths.USUAL);
    }

    private Response commands(Request request) throws InterruptedException {
        var ref = ref(request);
        return Response.json(OfferJson.of(verbs.view().offer(ref), verbs.view().permissions(ref)));
    }

    private static String ref(Request request) {
        return request.parameters().getOrDefault("ref", "");
    }
}
