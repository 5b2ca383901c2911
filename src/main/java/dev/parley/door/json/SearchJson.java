package dev.parley.door.json;

import dev.parley.api.SearchHits;
import dev.parley.api.SearchHits.Hit;
import dev.parley.base.json.Json;

import tools.jackson.databind.node.ObjectNode;

/// What was found, as the doors send it.
public final class SearchJson {
    private SearchJson() {}

    public static ObjectNode of(SearchHits found) {
        return Json.object()
                .put("total", found.total())
                .put("isTotalExact", found.isTotalExact())
                .put("isComplete", found.isComplete())
                .put("indexedPercent", found.indexedPercent())
                .set("hits", SessionJson.list(found.hits(), SearchJson::of));
    }

    private static ObjectNode of(Hit hit) {
        var session = hit.session();
        var json =
                Json.object()
                        .put("key", session.key().toString())
                        .put("provider", session.key().provider())
                        .put("sessionId", session.key().nativeId())
                        .put("title", session.name());
        SessionJson.put(json, "liveId", session.liveId());
        SessionJson.put(json, "project", session.project());
        json.put("turn", hit.turn())
                .put("sequenceNumber", hit.sequence())
                .put("timestamp", hit.time().toString())
                .put("role", hit.role());
        var snippet = hit.snippet();
        if (snippet != null) {
            json.put("snippet", snippet.text());
            var marks = Json.array();
            snippet.marks()
                    .forEach(mark -> marks.add(Json.array().add(mark.start()).add(mark.end())));
            json.set("marks", marks);
        }
        return json;
    }
}
