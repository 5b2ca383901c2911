package dev.parley.door.json;

import dev.parley.api.Row;
import dev.parley.api.RowPage;
import dev.parley.api.SessionFacts;
import dev.parley.base.json.Json;

import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;

/// A session as rows, with its facts, as the doors send it.
public final class ViewJson {
    private ViewJson() {}

    public static ObjectNode of(SessionFacts facts, RowPage page) {
        var view = Json.object();
        view.set("facts", of(facts));
        view.setAll(of(page));
        var live = facts.live();
        if (live != null) {
            view.put("lastSequence", live.lastSequence());
        }
        return view;
    }

    public static ObjectNode of(SessionFacts facts) {
        var json = Json.object().put("ref", facts.ref());
        json.setAll(SessionJson.of(facts.summary()));
        var live = facts.live();
        if (live != null && live.nativeId() == null) {
            json.remove("key");
            json.remove("sessionId");
        }
        json.put("hasFile", facts.hasFile());
        if (live != null) {
            json.set("live", LiveJson.of(live));
        }
        if (facts.usage() != null) {
            json.set("usage", SessionJson.of(facts.usage()));
        }
        if (facts.mark() != null) {
            json.set("mark", MarkJson.of(facts.mark()));
        }
        if (facts.context() != null) {
            json.set("context", OfferJson.of(facts.context()));
        }
        return json.set("actions", Json.tree(facts.actions()));
    }

    public static ObjectNode of(RowPage page) {
        var json = Json.object();
        json.set("rows", SessionJson.list(page.rows(), ViewJson::of));
        SessionJson.put(json, "before", page.before());
        SessionJson.put(json, "after", page.after());
        SessionJson.put(json, "row", page.row());
        return json;
    }

    public static ObjectNode of(Row row) {
        var json = Json.object().put("id", row.id()).put("last", row.last());
        json.put("kind", kind(row.body())).put("time", row.time().toString());
        switch (row.body()) {
            case Row.Prompt(var text) -> json.put("text", text);
            case Row.Text(var text, var messageId, var isOpen) -> {
                json.put("text", text);
                SessionJson.put(json, "messageId", messageId);
                if (isOpen) {
                    json.put("isOpen", true);
                }
            }
            case Row.Thought(var text, var messageId) -> {
                json.put("text", text);
                SessionJson.put(json, "messageId", messageId);
                putSeconds(json, row);
            }
            case Row.Tool tool -> put(json, row, tool);
            case Row.Approval approval -> put(json, approval);
            case Row.Failure(var message, var code, var recoverable) -> {
                json.put("message", message).put("recoverable", recoverable);
                SessionJson.put(json, "code", code);
            }
            case Row.End(var turnId, var reason) ->
                    json.put("turnId", turnId).put("reason", reason.wireName());
            case Row.Note(var text) -> json.put("text", text);
            case Row.Raw(var text, var reason) -> json.put("text", text).put("reason", reason);
        }
        if (row.isCut()) {
            json.put("isCut", true);
        }
        return json;
    }

    private static String kind(Row.Body body) {
        return switch (body) {
            case Row.Prompt _ -> "prompt";
            case Row.Text _ -> "text";
            case Row.Thought _ -> "thought";
            case Row.Tool _ -> "tool";
            case Row.Approval _ -> "approval";
            case Row.Failure _ -> "error";
            case Row.End _ -> "end";
            case Row.Note _ -> "note";
            case Row.Raw _ -> "raw";
        };
    }

    private static void put(ObjectNode json, Row row, Row.Tool tool) {
        json.put("callId", tool.callId()).put("name", tool.name());
        json.set("arguments", tool.arguments());
        json.put("summary", tool.summary());
        SessionJson.put(json, "command", tool.command());
        if (!tool.files().isEmpty()) {
            json.set("files", Json.tree(tool.files()));
        }
        var result = tool.result();
        if (result == null) {
            return;
        }
        putSeconds(json, row);
        var told = json.putObject("result").put("output", result.output());
        told.put("isError", result.isError()).put("size", result.size());
        if (result.exitCode() != null) {
            told.put("exitCode", result.exitCode());
        }
        if (result.isCut()) {
            told.put("isCut", true);
        }
    }

    private static void put(ObjectNode json, Row.Approval approval) {
        json.put("requestId", approval.requestId())
                .put("toolName", approval.toolName())
                .put("description", approval.description());
        SessionJson.put(json, "command", approval.command());
        var answer = approval.answer();
        if (answer != null) {
            var told =
                    json.putObject("answer")
                            .put("approved", answer.approved())
                            .put("by", answer.by());
            SessionJson.put(told, "reason", answer.reason());
            SessionJson.put(told, "forSession", answer.forSession());
        }
    }

    private static void putSeconds(ObjectNode json, Row row) {
        json.put("seconds", Duration.between(row.time(), row.until()).toMillis() / 1000.0);
    }
}
