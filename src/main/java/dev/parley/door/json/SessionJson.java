package dev.parley.door.json;

import dev.parley.api.IndexReport;
import dev.parley.api.ProjectSummary;
import dev.parley.api.SessionEvents;
import dev.parley.api.SessionPage;
import dev.parley.api.SessionSummary;
import dev.parley.api.UsageReport;
import dev.parley.api.UsageTotals;
import dev.parley.base.json.Json;
import dev.parley.event.EventJson;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.function.Function;

/// The sessions of all CLIs, and what they used, as every door sends them.
public final class SessionJson {
    private SessionJson() {}

    public static ObjectNode of(SessionPage page) {
        return Json.object()
                .put("total", page.total())
                .put("isComplete", page.isComplete())
                .set("sessions", list(page.sessions(), SessionJson::of));
    }

    public static ObjectNode of(SessionSummary session) {
        var json =
                Json.object()
                        .put("key", session.key().toString())
                        .put("provider", session.key().provider())
                        .put("sessionId", session.key().nativeId());
        put(json, "liveId", session.liveId());
        put(json, "room", session.room());
        put(json, "title", session.title());
        put(json, "project", session.project());
        put(json, "cwd", session.cwd());
        put(json, "gitBranch", session.gitBranch());
        put(json, "version", session.version());
        json.set("models", Json.tree(session.models()));
        put(json, "started", session.started());
        put(json, "updated", session.updated());
        put(json, "parent", session.parent());
        put(json, "forkedFrom", session.forkedFrom());
        put(json, "movedFrom", session.movedFrom());
        put(json, "movedTo", session.movedTo());
        return json.put("isArchived", session.isArchived())
                .put("prompts", session.prompts())
                .put("skippedLines", session.skippedLines())
                .put("skippedValues", session.skippedValues());
    }

    static void put(ObjectNode json, String name, @Nullable Object value) {
        if (value != null) {
            json.put(name, value.toString());
        }
    }

    public static <T> ArrayNode list(List<T> values, Function<T, ObjectNode> form) {
        var list = Json.array();
        values.forEach(value -> list.add(form.apply(value)));
        return list;
    }

    public static ObjectNode of(SessionEvents page) {
        var session = of(page.session());
        session.set("usage", of(page.usage()));
        var json = Json.object();
        json.set("session", session);
        json.set(
                "events",
                list(page.events(), event -> EventJson.write(event, EventJson.Raw.LEFT_OUT)));
        page.next().ifPresent(next -> json.put("next", next));
        return json;
    }

    public static ObjectNode of(ProjectSummary project) {
        return Json.object()
                .put("project", project.path())
                .put("sessions", project.sessions())
                .put("updated", project.updated().toString())
                .set("providers", Json.tree(project.providers()));
    }

    public static ObjectNode of(UsageReport report) {
        var json =
                Json.object().put("by", report.by().word()).put("isComplete", report.isComplete());
        json.set("usage", list(report.lines(), SessionJson::of));
        return json.set("unpricedModels", Json.tree(report.unpricedModels()));
    }

    private static ObjectNode of(UsageReport.Line line) {
        var json = Json.object().put("name", line.name());
        put(json, "title", line.title());
        json.setAll(of(line.totals()));
        if (!line.models().isEmpty()) {
            json.set("models", list(line.models(), SessionJson::of));
        }
        return json;
    }

    static ObjectNode of(UsageTotals totals) {
        return Json.object()
                .put("requests", totals.requests())
                .put("inputTokens", totals.inputTokens())
                .put("outputTokens", totals.outputTokens())
                .put("cachedTokens", totals.cachedTokens())
                .put("reasoningTokens", totals.reasoningTokens())
                .put("cost", Math.round(totals.cost() * 1e6) / 1e6)
                .put("unpricedTokens", totals.unpricedTokens());
    }

    public static ObjectNode of(IndexReport report) {
        return Json.object()
                .put("filesRead", report.filesRead())
                .put("sessions", report.sessions())
                .put("subagents", report.subagents())
                .put("skippedLines", report.skippedLines())
                .put("skippedValues", report.skippedValues())
                .put("isTextIndexed", report.isTextIndexed());
    }
}
