package dev.parley.door.json;

import dev.parley.api.UsageTotals;
import dev.parley.base.json.Json;
import dev.parley.history.Secrets;
import dev.parley.history.SessionEntry;
import dev.parley.history.usage.Usages;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ObjectNode;

/// The history as the doors send it.
public final class SessionJson {
    private SessionJson() {}

    public static ObjectNode of(SessionEntry entry) {
        var session = entry.session();
        var json =
                Json.object()
                        .put("key", entry.key().toString())
                        .put("provider", entry.key().provider())
                        .put("sessionId", entry.key().nativeId());
        put(json, "title", entry.title() == null ? null : Secrets.mask(entry.title()));
        put(json, "project", entry.project());
        put(json, "cwd", session.cwd());
        put(json, "gitBranch", session.gitBranch());
        put(json, "version", session.version());
        json.set("models", Json.tree(session.models()));
        put(json, "started", session.started());
        put(json, "updated", session.updated());
        put(json, "parent", session.parent());
        put(json, "forkedFrom", session.forkedFrom());
        return json.put("isArchived", session.isArchived())
                .put("prompts", session.prompts())
                .put("skippedLines", entry.skippedLines())
                .put("skippedValues", entry.skippedValues());
    }

    private static void put(ObjectNode json, String name, @Nullable Object value) {
        if (value != null) {
            json.put(name, value.toString());
        }
    }

    public static ObjectNode of(Usages.Line line) {
        return Json.object().put("name", line.name()).setAll(of(line.totals()));
    }

    public static ObjectNode of(UsageTotals totals) {
        return Json.object()
                .put("requests", totals.requests())
                .put("inputTokens", totals.inputTokens())
                .put("outputTokens", totals.outputTokens())
                .put("cachedTokens", totals.cachedTokens())
                .put("reasoningTokens", totals.reasoningTokens())
                .put("cost", Math.round(totals.cost() * 1e6) / 1e6)
                .put("unpricedTokens", totals.unpricedTokens());
    }
}
