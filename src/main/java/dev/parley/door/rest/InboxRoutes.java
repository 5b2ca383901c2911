package dev.parley.door.rest;

import dev.parley.api.MarkChange;
import dev.parley.base.json.Json;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.json.InboxJson;
import dev.parley.door.json.Messages;
import dev.parley.work.page.Inbox;

import org.jspecify.annotations.Nullable;

/// `/api/inbox`: everything that waits for a person.
public final class InboxRoutes {
    private static final String BODY = "The body";

    private final Inbox inbox;

    public InboxRoutes(Inbox inbox) {
        this.inbox = inbox;
    }

    private record Snooze(@Nullable String id, @Nullable String until) {}

    public void register(Routes routes) {
        routes.get("/api/inbox", this::page);
        routes.post("/api/inbox/snooze", this::snooze);
    }

    private Response page(Request request) throws InterruptedException {
        var context =
                Numbers.in(request, "context", 0, Inbox.MOST_CONTEXT).orElse(Inbox.USUAL_CONTEXT);
        var withSnoozed = "true".equals(request.query().get("snoozed"));
        return Response.json(InboxJson.of(inbox.page((int) context, withSnoozed)));
    }

    private Response snooze(Request request) throws InterruptedException {
        var wanted = Messages.read(Messages.object(request.body(), BODY), BODY, Snooze.class);
        var id = Messages.required(wanted.id(), "id", BODY);
        inbox.snooze(id, MarkChange.time(Messages.required(wanted.until(), "until", BODY)));
        return Response.json(202, Json.object().put("id", id));
    }
}
