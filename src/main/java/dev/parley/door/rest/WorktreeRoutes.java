package dev.parley.door.rest;

import dev.parley.api.RaceRequest;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.json.ChangeJson;
import dev.parley.door.json.Messages;
import dev.parley.work.change.LiveWorktrees;
import dev.parley.work.race.Races;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// `/api/worktrees` and `/api/races`: worktrees for live sessions, and the same task for several
/// agents in some of them.
public final class WorktreeRoutes {
    private static final String BODY = "The body";

    private final LiveWorktrees worktrees;
    private final Races races;

    public WorktreeRoutes(LiveWorktrees worktrees, Races races) {
        this.worktrees = worktrees;
        this.races = races;
    }

    private record New(
            @Nullable String project,
            @Nullable String branch,
            @Nullable String base,
            @Nullable Boolean background) {}

    private record Apply(@Nullable Boolean preview) {}

    private record Branch(@Nullable String name) {}

    private record Take(@Nullable Integer lane) {}

    public void register(Routes routes) {
        routes.get("/api/worktrees", _ -> Response.json(ChangeJson.worktrees(worktrees.list())));
        routes.post("/api/worktrees", this::create);
        routes.get("/api/worktrees/{id}", request -> Response.json(worktrees.info(id(request))));
        routes.delete("/api/worktrees/{id}", this::remove);
        routes.get("/api/worktrees/{id}/patch", this::patch);
        routes.post("/api/worktrees/{id}/apply", this::apply);
        routes.post("/api/worktrees/{id}/unapply", this::unapply);
        routes.post("/api/worktrees/{id}/branch", this::branch);
        routes.post("/api/worktrees/{id}/merge", this::merge);
        routes.get("/api/races", _ -> Response.json(ChangeJson.races(races.list())));
        routes.post("/api/races", this::race);
        routes.get("/api/races/{id}", request -> Response.json(races.info(id(request))));
        routes.post("/api/races/{id}/take", this::take);
        routes.post("/api/races/{id}/untake", this::untake);
    }

    private Response create(Request request) throws InterruptedException {
        var wanted = body(request, New.class);
        var project = path(Messages.required(wanted.project(), "project", BODY));
        var isAwaited = wanted.background() == null || !wanted.background();
        return Response.json(
                201,
                isAwaited
                        ? worktrees.create(project, wanted.branch(), wanted.base())
                        : worktrees.begin(project, wanted.branch(), wanted.base()));
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException _) {
            throw Problem.invalid(
                    "\"project\" is \"" + text + "\".", "Give the absolute path of a directory.");
        }
    }

    private Response remove(Request request) throws InterruptedException {
        return Response.json(Json.object().put("keptAs", worktrees.remove(id(request))));
    }

    private Response patch(Request request) throws InterruptedException {
        var patch = worktrees.patch(id(request));
        return Response.text(200, new String(patch, StandardCharsets.UTF_8));
    }

    private Response apply(Request request) throws InterruptedException {
        return Response.json(worktrees.apply(id(request), isPreview(request)));
    }

    private Response unapply(Request request) throws InterruptedException {
        return Response.json(worktrees.unapply(id(request), isPreview(request)));
    }

    private static boolean isPreview(Request request) {
        var wanted = request.body().isBlank() ? new Apply(null) : body(request, Apply.class);
        return wanted.preview() != null && wanted.preview();
    }

    private Response branch(Request request) throws InterruptedException {
        var name = Messages.required(body(request, Branch.class).name(), "name", BODY);
        return Response.json(worktrees.branch(id(request), name));
    }

    private Response merge(Request request) throws InterruptedException {
        return Response.json(Json.object().put("output", worktrees.merge(id(request))));
    }

    private Response race(Request request) throws InterruptedException {
        var wanted = body(request, RaceRequest.class);
        path(wanted.project() == null ? "" : wanted.project());
        return Response.json(201, races.start(wanted));
    }

    private Response take(Request request) throws InterruptedException {
        var lane = Messages.required(body(request, Take.class).lane(), "lane", BODY);
        return Response.json(races.take(id(request), lane));
    }

    private Response untake(Request request) throws InterruptedException {
        return Response.json(races.untake(id(request)));
    }

    private static String id(Request request) {
        return request.parameters().getOrDefault("id", "");
    }

    private static <T> T body(Request request, Class<T> shape) {
        return Messages.read(Messages.object(request.body(), BODY), BODY, shape);
    }
}
