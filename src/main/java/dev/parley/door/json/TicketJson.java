package dev.parley.door.json;

import dev.parley.api.SessionId;
import dev.parley.api.Ticket;
import dev.parley.api.TicketComment;
import dev.parley.api.TicketCopy;
import dev.parley.api.TicketDetails;
import dev.parley.api.TicketDraft;
import dev.parley.api.TicketImport;
import dev.parley.api.TicketPage;
import dev.parley.api.TicketState;
import dev.parley.api.TicketView;
import dev.parley.base.json.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;
import java.util.Collection;
import java.util.List;

/// Tickets as JSON: on the board, and in files.
public final class TicketJson {
    private TicketJson() {}

    public static ObjectNode of(TicketPage page) {
        var json = Json.object();
        json.set("tickets", list(page.tickets()));
        return json.put("isComplete", page.isComplete());
    }

    /// Without the bodies.
    public static ArrayNode list(List<TicketView> views) {
        var list = Json.array();
        views.forEach(view -> list.add(summary(view)));
        return list;
    }

    /// All tickets of one call of an agent, with their bodies.
    public static ObjectNode review(List<TicketView> views) {
        var json = Json.object();
        var tickets = json.putArray("tickets");
        views.forEach(view -> tickets.add(of(view)));
        return json.put("isComplete", true);
    }

    public static ObjectNode of(TicketView view) {
        return summary(view).put("body", view.ticket().draft().body());
    }

    private static ObjectNode summary(TicketView view) {
        var ticket = view.ticket();
        var draft = ticket.draft();
        var json =
                Json.object()
                        .put("id", ticket.name())
                        .put("title", draft.title())
                        .put("column", ticket.state().wireName())
                        .put("kind", draft.kind().wireName())
                        .put("priority", draft.priority().wireName());
        putTexts(json, "labels", draft.labels());
        putIds(json, "dependsOn", draft.dependsOn());
        if (!view.waitsFor().isEmpty()) {
            putIds(json, "waitsFor", view.waitsFor());
        }
        putTexts(json, "files", draft.files());
        json.put("project", ticket.project().toString());
        putOrigin(json, ticket);
        if (ticket.reason() != null) {
            json.put("reason", ticket.reason());
        }
        if (ticket.isEdited()) {
            json.put("isEdited", true);
        }
        return json.put("version", ticket.version())
                .put("createdAt", ticket.createdAt().toString())
                .put("updatedAt", ticket.updatedAt().toString());
    }

    private static void putOrigin(ObjectNode json, Ticket ticket) {
        var origin = ticket.origin();
        if (origin == null) {
            return;
        }
        var from =
                json.putObject("proposedBy")
                        .put("proposal", origin.proposal())
                        .put("provider", origin.provider());
        if (origin.session() != null) {
            from.put("sessionId", origin.session().value()).put("sequence", origin.sequence());
        }
        if (!origin.similar().isEmpty()) {
            putIds(json, "maybeSameAs", origin.similar());
        }
    }

    private static void putIds(ObjectNode json, String key, Collection<Long> numbers) {
        var ids = json.putArray(key);
        numbers.forEach(number -> ids.add("T" + number));
    }

    private static void putTexts(ObjectNode json, String key, Collection<String> texts) {
        var array = json.putArray(key);
        texts.forEach(array::add);
    }

    public static ObjectNode of(TicketDetails details) {
        var json = of(details.view());
        json.remove("maybeSameAs");
        if (!details.similar().isEmpty()) {
            putIds(json, "maybeSameAs", details.similar());
        }
        var comments = json.putArray("comments");
        details.comments().forEach(comment -> comments.add(of(comment)));
        var sessions = json.putArray("sessions");
        for (var work : details.sessions()) {
            sessions.addObject()
                    .put("sessionId", work.session().value())
                    .set("usage", Json.tree(work.used()));
        }
        json.set("usage", Json.tree(details.used()));
        return json;
    }

    public static ObjectNode of(TicketImport imported) {
        var json = Json.object().put("imported", imported.added().size());
        putIds(json, "added", imported.added().stream().map(Ticket::number).toList());
        putIds(json, "skipped", imported.skipped().stream().map(Ticket::number).toList());
        return json;
    }

    public static ObjectNode of(TicketComment comment) {
        var json =
                Json.object()
                        .put("by", comment.session() == null ? "person" : "agent")
                        .put("text", comment.text())
                        .put("at", comment.createdAt().toString());
        return comment.session() == null ? json : json.put("sessionId", comment.session().value());
    }

    /// As files have it.
    private record Copy(
            @Nullable String id,
            @Nullable String title,
            @Nullable String body,
            TicketDraft.@Nullable Kind kind,
            TicketDraft.@Nullable Priority priority,
            @Nullable List<String> labels,
            @Nullable List<String> dependsOn,
            @Nullable List<String> files,
            @Nullable TicketState column,
            @Nullable List<Remark> comments) {
        TicketCopy copy() {
            return new TicketCopy(
                    id,
                    new TicketDraft(title, body, kind, priority, labels, null, files),
                    dependsOn == null ? List.of() : dependsOn,
                    column == null ? TicketState.READY : column,
                    comments == null ? List.of() : comments.stream().map(Remark::remark).toList());
        }
    }

    private record Remark(@Nullable String text, @Nullable String sessionId, @Nullable Instant at) {
        TicketCopy.Remark remark() {
            return new TicketCopy.Remark(
                    text == null ? "" : text,
                    sessionId == null ? null : SessionId.of(sessionId),
                    at);
        }
    }

    private record File(@Nullable List<Copy> tickets) {}

    /// @param what how it is called in an error
    public static List<TicketCopy> copies(JsonNode json, String what) {
        var file = Messages.read(json, what, File.class);
        return Messages.required(file.tickets(), "tickets", what).stream().map(Copy::copy).toList();
    }

    public static ObjectNode file(List<TicketCopy> copies) {
        var json = Json.object();
        var tickets = json.putArray("tickets");
        copies.forEach(copy -> tickets.add(of(copy)));
        return json;
    }

    private static ObjectNode of(TicketCopy copy) {
        var draft = copy.draft();
        return (ObjectNode)
                Json.tree(
                        new Copy(
                                copy.id(),
                                draft.title(),
                                draft.body(),
                                draft.kind(),
                                draft.priority(),
                                draft.labels(),
                                copy.dependsOn(),
                                draft.files(),
                                copy.column(),
                                copy.comments().stream()
                                        .map(one ->
                                                new Remark(
                                                        one.text(),
                                                        one.session() == null
                                                                ? null
                                                                : one.session().value(),
                                                        one.at()))
                                        .toList()));
    }
}
