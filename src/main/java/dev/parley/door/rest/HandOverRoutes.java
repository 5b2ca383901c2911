package dev.parley.door.rest;

import dev.parley.api.HandOverRequest;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.json.LiveJson;
import dev.parley.door.json.Messages;
import dev.parley.door.json.TicketJson;
import dev.parley.work.page.HandOver;
import dev.parley.work.ticket.Tickets;

import org.jspecify.annotations.Nullable;

/// What begins at a row of a session: a session with another CLI, a ticket.
public final class HandOverRoutes {
    private static final String BODY = "The body";

    private final HandOver handOver;
    private final Tickets tickets;

    public HandOverRoutes(HandOver handOver, Tickets tickets) {
        this.handOver = handOver;
        this.tickets = tickets;
    }

    private record FromRow(@Nullable String row, @Nullable String title) {}

    public void register(Routes routes) {
        routes.post("/api/view/{ref}/handover", this::handOver);
        routes.post("/api/view/{ref}/ticket", this::ticket);
    }

    private Response handOver(Request request) throws InterruptedException {
        var wanted = body(request, HandOverRequest.class);
        return Response.json(201, LiveJson.of(handOver.start(ref(request), wanted)));
    }

    private Response ticket(Request request) throws InterruptedException {
        var wanted = body(request, FromRow.class);
        var row = Messages.required(wanted.row(), "row", BODY);
        var ticket = handOver.ticket(ref(request), row, wanted.title());
        return Response.json(201, TicketJson.of(tickets.view(ticket)));
    }

    private static String ref(Request request) {
        return request.parameters().getOrDefault("ref", "");
    }

    private static <T> T body(Request request, Class<T> shape) {
        return Messages.read(Messages.object(request.body(), BODY), BODY, shape);
    }
}
