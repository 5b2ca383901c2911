package dev.parley.ticket;

import dev.parley.api.Ticket;
import dev.parley.base.json.Json;

import tools.jackson.databind.node.ObjectNode;

import java.util.Set;

/// What agents are told of tickets.
final class Outcomes {
    private Outcomes() {}

    /// What became of the tickets of a call.
    static ObjectNode json(Proposals.Standing standing) {
        var json =
                Json.object()
                        .put("status", standing.isDecided() ? "decided" : "pending")
                        .put("id", standing.proposal());
        if (!standing.isDecided()) {
            json.put(
                    "next",
                    "A person has not decided all of them yet. Call await_ticket with this id to go"
                            + " on waiting. Do not take a pending ticket for accepted.");
        }
        var tickets = json.putArray("tickets");
        standing.tickets().forEach(one -> tickets.add(outcome(one)));
        return json;
    }

    static ObjectNode outcome(Ticket ticket) {
        var json =
                Json.object()
                        .put("id", ticket.name())
                        .put("title", ticket.draft().title())
                        .put("outcome", word(ticket));
        if (ticket.isEdited()) {
            // The agent goes on with what the person made of it.
            json.put("body", ticket.draft().body())
                    .put("kind", ticket.draft().kind().wireName())
                    .put("priority", ticket.draft().priority().wireName());
        }
        if (ticket.reason() != null) {
            json.put("reason", ticket.reason());
        }
        putSimilar(json, ticket);
        return json;
    }

    /// So that the agent can look whether it suggests the same again.
    private static void putSimilar(ObjectNode json, Ticket ticket) {
        var origin = ticket.origin();
        if (origin != null && !origin.similar().isEmpty()) {
            var similar = json.putArray("maybeSameAs");
            origin.similar().forEach(number -> similar.add("T" + number));
        }
    }

    private static String word(Ticket ticket) {
        return switch (ticket.state()) {
            case PROPOSED -> "pending";
            case REJECTED -> "rejected";
            case READY, DOING, REVIEW, DONE ->
                    ticket.isEdited() ? "accepted with edits" : "accepted";
        };
    }

    /// @param unfinished numbers of tickets for which there is something left to do
    static ObjectNode summary(Ticket ticket, Set<Long> unfinished) {
        var draft = ticket.draft();
        var json =
                Json.object()
                        .put("id", ticket.name())
                        .put("title", draft.title())
                        .put("column", ticket.state().wireName())
                        .put("kind", draft.kind().wireName())
                        .put("priority", draft.priority().wireName());
        var labels = json.putArray("labels");
        draft.labels().forEach(labels::add);
        var dependencies = json.putArray("dependsOn");
        draft.dependsOn().forEach(number -> dependencies.add("T" + number));
        if (draft.dependsOn().stream().anyMatch(unfinished::contains)) {
            var waitsFor = json.putArray("waitsFor");
            draft.dependsOn().stream()
                    .filter(unfinished::contains)
                    .forEach(number -> waitsFor.add("T" + number));
        }
        var files = json.putArray("files");
        draft.files().forEach(files::add);
        return json;
    }
}
