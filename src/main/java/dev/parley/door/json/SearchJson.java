package dev.parley.door.json;

import dev.parley.base.json.Json;
import dev.parley.history.Secrets;
import dev.parley.history.text.SearchResult;
import dev.parley.history.text.SearchResult.Hit;

import tools.jackson.databind.node.ObjectNode;

/// What was found, as the doors send it.
public final class SearchJson {
    private SearchJson() {}

    public static ObjectNode of(SearchResult result) {
        var hits = Json.array();
        result.hits().forEach(hit -> hits.add(of(hit)));
        return Json.object()
                .put("total", result.total())
                .put("isTotalExact", result.isTotalExact())
                .put("isComplete", result.isComplete())
                .put("indexedPercent", result.indexedPercent())
                .set("hits", hits);
    }

    private static ObjectNode of(Hit hit) {
        var entry = hit.entry();
        var json =
                Json.object()
                        .put("key", entry.key().toString())
                        .put("provider", entry.key().provider())
                        .put("sessionId", entry.key().nativeId())
                        .put("title", Secrets.mask(entry.name()));
        if (entry.project() != null) {
            json.put("project", entry.project());
        }
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
