package dev.parley.provider.demo;

import dev.parley.base.json.Json;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.stream.Collectors;

/// What the demo agent proposes as tickets, and what it says of what became of them.
final class DemoTickets {
    static final List<String> TITLES =
            List.of("Look around in Parley", "Try it with an agent of your own");

    /// For a session whose client offers nothing to propose them with.
    static final String NO_TOOL =
            "I would propose two tickets now, but this session has no tool `create_ticket`. Name it in"
                    + " `tools` of config.json, or when you start the session.";

    private DemoTickets() {}

    /// What a tool said of tickets, as far as it can be read.
    static JsonNode outcome(JsonNode returned) {
        var structure = returned.path("structuredContent");
        var text = returned.path("content").path(0).path("text").asString("");
        return structure.isObject() ? structure : Json.parse(text).orElseGet(Json::object);
    }

    /// A person has not decided yet.
    static boolean isPending(JsonNode returned) {
        return outcome(returned).path("status").asString("").equals("pending");
    }

    /// A sentence for each ticket.
    static String summary(JsonNode returned) {
        var tickets = outcome(returned).path("tickets");
        return tickets.isEmpty()
                ? "I could not propose tickets."
                : "I proposed %d tickets. ".formatted(tickets.size())
                        + tickets.valueStream()
                                .map(DemoTickets::sentence)
                                .collect(Collectors.joining(" "));
    }

    private static String sentence(JsonNode ticket) {
        var reason = ticket.path("reason").asString("");
        return "%s “%s”: %s%s."
                .formatted(
                        ticket.path("id").asString(""),
                        ticket.path("title").asString(""),
                        ticket.path("outcome").asString(""),
                        reason.isEmpty() ? "" : " (" + reason + ")");
    }
}
