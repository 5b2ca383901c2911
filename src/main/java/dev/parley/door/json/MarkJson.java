package dev.parley.door.json;

import dev.parley.api.Mark;
import dev.parley.api.SessionPage;
import dev.parley.base.json.Json;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Map;

/// What a person noted about sessions, as the doors send it.
public final class MarkJson {
    private MarkJson() {}

    public static ObjectNode of(Mark mark) {
        var json = Json.object().put("ref", mark.ref());
        SessionJson.put(json, "liveId", mark.liveId());
        flag(json, "isPinned", mark.isPinned());
        flag(json, "isArchived", mark.isArchived());
        flag(json, "isUnread", mark.isUnread());
        if (mark.seen() > 0) {
            json.put("seen", mark.seen());
        }
        SessionJson.put(json, "snoozedUntil", mark.snoozedUntil());
        SessionJson.put(json, "title", mark.title());
        SessionJson.put(json, "draft", mark.draft());
        return json.put("updatedAt", mark.updatedAt().toString());
    }

    private static void flag(ObjectNode json, String name, boolean isSet) {
        if (isSet) {
            json.put(name, true);
        }
    }

    /// A list of sessions, each with what is noted about it.
    public static ObjectNode of(SessionPage page, Map<String, Mark> marks) {
        var json = SessionJson.of(page);
        for (var one : json.path("sessions")) {
            var mark = marks.get(one.path("key").asString());
            if (mark != null && one instanceof ObjectNode session) {
                session.set("mark", of(mark));
            }
        }
        return json;
    }

    public static ArrayNode list(List<Mark> marks) {
        return SessionJson.list(marks, MarkJson::of);
    }
}
