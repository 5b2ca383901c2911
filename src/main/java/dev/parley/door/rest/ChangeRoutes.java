package dev.parley.door.rest;

import dev.parley.api.ForkRequest;
import dev.parley.api.LineComment;
import dev.parley.api.SessionId;
import dev.parley.api.UndoRequest;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.json.ChangeJson;
import dev.parley.door.json.LiveJson;
import dev.parley.door.json.Messages;
import dev.parley.work.change.Changes;
import dev.parley.work.change.ForkSession;
import dev.parley.work.run.Durations;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// `/api/live/{id}/changes`: what the turns of a session changed, and how to take it back.
public final class ChangeRoutes {
    private static final String BODY = "The body";
    private static final String CHANGES = "/api/live/{id}/changes";

    private final Changes changes;
    private final ForkSession forks;

    public ChangeRoutes(Changes changes, ForkSession forks) {
        this.changes = changes;
        this.forks = forks;
    }

    private record Undo(
            @Nullable Integer turn,
            @Nullable Boolean since,
            @Nullable List<String> files,
            @Nullable Boolean skipConflicts,
            @Nullable Boolean preview) {
        UndoRequest request() {
            return new UndoRequest(
                    Messages.required(turn, "turn", BODY),
                    since != null && since,
                    files == null ? List.of() : files,
                    skipConflicts != null && skipConflicts);
        }
    }

    private record Comment(
            @Nullable String path,
            @Nullable Integer line,
            @Nullable Integer endLine,
            @Nullable Boolean old,
            @Nullable Integer turn,
            @Nullable String text) {
        LineComment comment() {
            return new LineComment(
                    Messages.required(path, "path", BODY),
                    Messages.required(line, "line", BODY),
                    endLine,
                    old != null && old,
                    turn,
                    Messages.required(text, "text", BODY));
        }
    }

    private record Prune(@Nullable String olderThan, @Nullable Boolean dryRun) {}

    public void register(Routes routes) {
        routes.get(CHANGES, request -> Response.json(ChangeJson.of(changes.of(id(request)))));
        routes.get(CHANGES + "/patch", this::patch);
        routes.post(CHANGES + "/undo", this::undo);
        routes.get(CHANGES + "/comments", this::comments);
        routes.post(CHANGES + "/comments", this::comment);
        routes.post(CHANGES + "/comments/send", this::sendComments);
        routes.delete(CHANGES + "/comments/{at}", this::dropComment);
        routes.get(CHANGES + "/{turn}", this::turn);
        routes.post(CHANGES + "/{turn}/fork", this::fork);
        routes.post("/api/changes/prune", this::prune);
    }

    private Response turn(Request request) throws InterruptedException {
        return Response.json(ChangeJson.of(changes.turn(id(request), number(request, "turn"))));
    }

    /// As text; what is no UTF-8 in it is replaced.
    private Response patch(Request request) throws InterruptedException {
        var turn = Numbers.in(request, "turn", 1, Integer.MAX_VALUE);
        var path = request.query().get("path");
        var patch =
                changes.patch(
                        id(request),
                        turn.isPresent() ? (int) turn.getAsLong() : null,
                        path == null ? List.of() : List.of(path));
        return Response.text(200, new String(patch, StandardCharsets.UTF_8));
    }

    private Response fork(Request request) throws InterruptedException {
        var how = request.body().isBlank() ? ForkRequest.PLAIN : body(request, ForkRequest.class);
        var session = forks.fork(id(request), number(request, "turn"), how);
        return Response.json(201, LiveJson.of(session));
    }

    private Response undo(Request request) throws InterruptedException {
        var wanted = body(request, Undo.class);
        var isPreview = wanted.preview() != null && wanted.preview();
        return Response.json(
                isPreview
                        ? changes.preview(id(request), wanted.request())
                        : changes.undo(id(request), wanted.request()));
    }

    private Response comments(Request request) throws InterruptedException {
        return Response.json(ChangeJson.comments(changes.comments(id(request))));
    }

    private Response comment(Request request) throws InterruptedException {
        var comment = body(request, Comment.class).comment();
        return Response.json(201, ChangeJson.comments(changes.comment(id(request), comment)));
    }

    private Response dropComment(Request request) throws InterruptedException {
        return Response.json(
                ChangeJson.comments(changes.dropComment(id(request), number(request, "at"))));
    }

    private Response sendComments(Request request) throws InterruptedException {
        return Response.json(202, changes.sendComments(id(request)));
    }

    private Response prune(Request request) throws InterruptedException {
        var wanted = request.body().isBlank() ? new Prune(null, null) : body(request, Prune.class);
        var isDryRun = wanted.dryRun() != null && wanted.dryRun();
        var age = Optional.ofNullable(wanted.olderThan()).map(Durations::parse);
        return Response.json(
                Json.object()
                        .put("dryRun", isDryRun)
                        .set("places", Json.tree(changes.prune(age, isDryRun))));
    }

    private static SessionId id(Request request) {
        return SessionId.of(request.parameters().getOrDefault("id", ""));
    }

    private static int number(Request request, String name) {
        var text = request.parameters().getOrDefault(name, "");
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException _) {
            throw Problem.notFound("\"" + text + "\" is no number.", "Turns are numbered from 1.");
        }
    }

    private static <T> T body(Request request, Class<T> shape) {
        return Messages.read(Messages.object(request.body(), BODY), BODY, shape);
    }
}
