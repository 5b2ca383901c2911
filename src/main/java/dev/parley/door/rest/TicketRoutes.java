package dev.parley.door.rest;

import dev.parley.api.Ticket;
import dev.parley.api.TicketChange;
import dev.parley.api.TicketDraft;
import dev.parley.api.TicketQuery;
import dev.parley.api.TicketStart;
import dev.parley.api.TicketState;
import dev.parley.api.TicketsSeen;
import dev.parley.base.problem.Problem;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.json.LiveJson;
import dev.parley.door.json.Messages;
import dev.parley.door.json.TicketColumns;
import dev.parley.door.json.TicketJson;
import dev.parley.door.render.TicketMarkdown;
import dev.parley.door.render.TicketMarkdownReader;
import dev.parley.work.ticket.Tickets;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ObjectNode;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// `/api/tickets`: the board over HTTP.
public final class TicketRoutes {
    private static final String BODY = "The body";

    private final Tickets tickets;

    public TicketRoutes(Tickets tickets) {
        this.tickets = tickets;
    }

    private record New(
            @Nullable String project,
            @Nullable String title,
            @Nullable String body,
            TicketDraft.@Nullable Kind kind,
            TicketDraft.@Nullable Priority priority,
            @Nullable List<String> labels,
            @Nullable List<String> dependsOn,
            @Nullable List<String> files) {
        TicketChange change() {
            return new TicketChange(title, body, kind, priority, labels, dependsOn, files);
        }
    }

    /// A change of the ticket as it was seen.
    private record Changed(
            @Nullable Long version,
            @Nullable String title,
            @Nullable String body,
            TicketDraft.@Nullable Kind kind,
            TicketDraft.@Nullable Priority priority,
            @Nullable List<String> labels,
            @Nullable List<String> dependsOn,
            @Nullable List<String> files) {
        static final Changed NOTHING = new Changed(null, null, null, null, null, null, null, null);

        TicketChange change() {
            return new TicketChange(title, body, kind, priority, labels, dependsOn, files);
        }
    }

    private record Rejected(@Nullable Long version, @Nullable String reason) {}

    private record AcceptAll(
            @Nullable String proposal, @Nullable Map<String, @Nullable Long> versions) {}

    private record RejectAll(
            @Nullable String proposal,
            @Nullable String reason,
            @Nullable Map<String, @Nullable Long> versions) {}

    private record Move(@Nullable TicketState column, @Nullable String before) {}

    private record Comment(@Nullable String text) {}

    public void register(Routes routes) {
        routes.get("/api/tickets", this::list);
        routes.post("/api/tickets", this::write);
        routes.get("/api/tickets/export", this::export);
        routes.post("/api/tickets/import", this::importAll);
        routes.post("/api/tickets/accept-all", this::acceptAll);
        routes.post("/api/tickets/reject-all", this::rejectAll);
        routes.get("/api/tickets/{id}", this::show);
        routes.post("/api/tickets/{id}/edit", this::edit);
        routes.post("/api/tickets/{id}/accept", this::accept);
        routes.post("/api/tickets/{id}/reject", this::reject);
        routes.post("/api/tickets/{id}/move", this::move);
        routes.post("/api/tickets/{id}/comments", this::comment);
        routes.post("/api/tickets/{id}/start", this::start);
    }

    private Response list(Request request) throws InterruptedException {
        var query = request.query();
        var proposal = query.get("proposal");
        if (proposal != null) {
            return Response.json(TicketJson.review(tickets.ofProposal(proposal)));
        }
        var after = query.get("after");
        var limit =
                (int) Numbers.in(request, "limit", 1, TicketQuery.MOST).orElse(TicketQuery.USUAL);
        return Response.json(
                TicketJson.of(
                        tickets.list(
                                new TicketQuery(
                                        project(query.get("project")),
                                        TicketColumns.named(query.getOrDefault("column", "open")),
                                        query.get("label"),
                                        after == null ? null : Long.valueOf(Ticket.number(after)),
                                        limit))));
    }

    private static @Nullable Path project(@Nullable String text) {
        return text == null ? null : path(text);
    }

    private static Path path(String text) {
        try {
            var path = Path.of(text);
            if (path.isAbsolute()) {
                return path;
            }
        } catch (InvalidPathException _) {
            // said below
        }
        throw Problem.invalid(
                "\"project\" is \"" + text + "\".", "Give the absolute path of a directory.");
    }

    private Response write(Request request) throws InterruptedException {
        var wanted = body(request, New.class);
        var project = path(Messages.required(wanted.project(), "project", BODY));
        return Response.json(201, json(tickets.write(project, wanted.change())));
    }

    private Response show(Request request) throws InterruptedException {
        return Response.json(TicketJson.of(tickets.details(id(request))));
    }

    private Response edit(Request request) throws InterruptedException {
        var wanted = body(request, Changed.class);
        var id = id(request);
        return changed(tickets.edit(id, wanted.change(), TicketsSeen.of(id, wanted.version())));
    }

    /// With what the person wants to be different, if anything.
    private Response accept(Request request) throws InterruptedException {
        var wanted = request.body().isBlank() ? Changed.NOTHING : body(request, Changed.class);
        var id = id(request);
        return changed(tickets.accept(id, wanted.change(), TicketsSeen.of(id, wanted.version())));
    }

    private Response reject(Request request) throws InterruptedException {
        var wanted =
                request.body().isBlank() ? new Rejected(null, null) : body(request, Rejected.class);
        var id = id(request);
        return changed(tickets.reject(id, wanted.reason(), TicketsSeen.of(id, wanted.version())));
    }

    private Response acceptAll(Request request) throws InterruptedException {
        var wanted = body(request, AcceptAll.class);
        var proposal = Messages.required(wanted.proposal(), "proposal", BODY);
        var seen = TicketsSeen.of(wanted.versions());
        return Response.json(TicketJson.review(tickets.acceptAll(proposal, seen)));
    }

    private Response rejectAll(Request request) throws InterruptedException {
        var wanted = body(request, RejectAll.class);
        var proposal = Messages.required(wanted.proposal(), "proposal", BODY);
        var seen = TicketsSeen.of(wanted.versions());
        return Response.json(TicketJson.review(tickets.rejectAll(proposal, wanted.reason(), seen)));
    }

    private Response move(Request request) throws InterruptedException {
        var wanted = body(request, Move.class);
        var column = Messages.required(wanted.column(), "column", BODY);
        return changed(tickets.move(id(request), column, wanted.before()));
    }

    private Response comment(Request request) throws InterruptedException {
        var text = Messages.required(body(request, Comment.class).text(), "text", BODY);
        return Response.json(201, TicketJson.of(tickets.comment(id(request), text)));
    }

    private Response start(Request request) throws InterruptedException {
        return Response.json(
                201, LiveJson.of(tickets.start(id(request), body(request, TicketStart.class))));
    }

    private Response export(Request request) throws InterruptedException {
        var copies = tickets.exported(project(request.query().get("project")));
        var format = request.query().getOrDefault("format", "json");
        return switch (format) {
            case "json" -> Response.json(TicketJson.file(copies));
            case "markdown" -> Response.text(200, TicketMarkdown.file(copies));
            default ->
                    throw Problem.invalid(
                            "\"format\" is \"" + format + "\".", "It is json or markdown.");
        };
    }

    private Response importAll(Request request) throws InterruptedException {
        var json = Messages.object(request.body(), BODY);
        var place = json.remove("project");
        var project =
                path(
                        Messages.required(
                                place == null || !place.isString() ? null : place.asString(),
                                "project",
                                BODY));
        var markdown = json.remove("markdown");
        var copies =
                markdown == null || !json.isEmpty()
                        ? TicketJson.copies(json, BODY)
                        : TicketMarkdownReader.read(markdown.asString(""), "markdown");
        return Response.json(201, TicketJson.of(tickets.imported(project, copies)));
    }

    private Response changed(Ticket ticket) throws InterruptedException {
        return Response.json(json(ticket));
    }

    private ObjectNode json(Ticket ticket) throws InterruptedException {
        return TicketJson.of(tickets.view(ticket));
    }

    private static String id(Request request) {
        return request.parameters().getOrDefault("id", "");
    }

    private static <T> T body(Request request, Class<T> shape) {
        return Messages.read(Messages.object(request.body(), BODY), BODY, shape);
    }
}
