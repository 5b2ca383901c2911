package dev.parley.door.json;

import dev.parley.api.Ticket;
import dev.parley.base.json.Json;

import tools.jackson.databind.node.ObjectNode;

/// A ticket as JSON.
public final class TicketJson {
    private TicketJson() {}

    public static ObjectNode of(Ticket ticket) {
        var json = Json.object().put("id", ticket.name());
        json.setAll((ObjectNode) Json.tree(ticket.draft()));
        json.put("column", ticket.state().wireName())
                .put("project", ticket.project().toString())
                .put("createdAt", ticket.createdAt().toString())
                .put("updatedAt", ticket.updatedAt().toString());
        var dependencies = json.putArray("dependsOn");
        ticket.draft().dependsOn().forEach(number -> dependencies.add("T" + number));
        var origin = ticket.origin();
        if (origin != null) {
            var from = json.putObject("proposedBy").put("provider", origin.provider());
            if (origin.session() != null) {
                from.put("sessionId", origin.session().value()).put("sequence", origin.sequence());
            }
        }
        if (ticket.reason() != null) {
            json.put("reason", ticket.reason());
        }
        return json;
    }
}
