package dev.parley.door.json;

import dev.parley.api.InboxItem;
import dev.parley.api.InboxPage;
import dev.parley.base.json.Json;

import tools.jackson.databind.node.ObjectNode;

/// What waits for a person, as the doors send it.
public final class InboxJson {
    private InboxJson() {}

    public static ObjectNode of(InboxPage page) {
        var json = Json.object();
        json.set("items", SessionJson.list(page.items(), InboxJson::of));
        var counts = json.putObject("counts");
        for (var kind : InboxItem.Kind.values()) {
            counts.put(kind.wireName(), page.counts().getOrDefault(kind, 0));
        }
        return json.put("snoozed", page.snoozed());
    }

    private static ObjectNode of(InboxItem item) {
        var json =
                Json.object()
                        .put("id", item.id())
                        .put("kind", item.kind().wireName())
                        .put("isBlocking", item.kind().isBlocking())
                        .put("since", item.since().toString())
                        .put("title", item.title());
        SessionJson.put(json, "ref", item.ref());
        SessionJson.put(json, "provider", item.provider());
        SessionJson.put(json, "cwd", item.cwd());
        SessionJson.put(json, "sessionTitle", item.sessionTitle());
        if (item.lastSequence() != null) {
            json.put("lastSequence", item.lastSequence());
        }
        if (item.approval() != null) {
            json.set("approval", LiveJson.of(item.approval()));
        }
        if (item.proposal() != null) {
            json.put("proposal", item.proposal());
            json.set("tickets", Json.tree(item.tickets()));
        }
        json.set("rows", SessionJson.list(item.rows(), ViewJson::of));
        SessionJson.put(json, "snoozedUntil", item.snoozedUntil());
        SessionJson.put(json, "limitEnds", item.limitEnds());
        return json;
    }
}
