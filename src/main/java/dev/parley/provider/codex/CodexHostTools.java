package dev.parley.provider.codex;

import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.ToolResult;
import dev.parley.wire.LiveStep;
import dev.parley.wire.OfferedTools;
import dev.parley.wire.OpenToolCalls;
import dev.parley.wire.Opening;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The tools that Parley offers to a thread, as Codex's `dynamicTools`: their calls come as
/// requests of the app server, any number at once, and may wait for as long as they like.
final class CodexHostTools {
    private record Call(JsonNode requestId, String callId) {}

    private final String conversation;
    private final OfferedTools offered;
    private final OpenToolCalls<Call> calls = new OpenToolCalls<>();

    CodexHostTools(String conversation, OfferedTools offered) {
        this.conversation = conversation;
        this.offered = offered;
    }

    /// A thread keeps the tools it began with, and ignores others when it is resumed. Models that
    /// write programs would call ours inside of one, which is given up after half a minute, unless
    /// the namespace is for direct calls only (seen with 0.166.0).
    static void offer(Opening opening, ObjectNode params, ObjectNode config) {
        var offered = opening.tools();
        if (offered.isEmpty()) {
            return;
        }
        config.putObject("features.code_mode")
                .put("enabled", false)
                .putArray("direct_only_tool_namespaces")
                .add(offered.namespace());
        if (opening.resume().isPresent()) {
            return;
        }
        var namespace =
                params.putArray("dynamicTools")
                        .addObject()
                        .put("type", "namespace")
                        .put("name", offered.namespace())
                        .put("description", "Tools of Parley, which runs this session.");
        var tools = namespace.putArray("tools");
        for (var tool : offered.definitions()) {
            tools.addObject()
                    .put("type", "function")
                    .put("name", tool.name())
                    .put("description", tool.description())
                    .set("inputSchema", tool.schema());
        }
    }

    LiveStep asked(JsonNode requestId, JsonNode params) {
        var tool = params.path("tool").asString("");
        var callId = params.path("callId").asString("");
        var call = new Call(requestId, callId);
        return offered.has(tool)
                ? calls.asked(conversation, callId, call, tool, params.path("arguments"))
                        .orElseGet(() -> unknown(requestId, params))
                : unknown(requestId, params);
    }

    /// A tool that a client of an earlier process offered to this thread.
    static LiveStep unknown(JsonNode requestId, JsonNode params) {
        var text = "There is no tool " + params.path("tool").asString("") + " any more.";
        return answer(requestId, ToolResult.error(text));
    }

    LiveStep answered(Action.AnswerTool answer) {
        return calls.answered(answer.callId())
                .map(call -> answer(call.requestId, answer.result()))
                .orElse(LiveStep.NOTHING);
    }

    /// It does not withdraw the request of a call that is interrupted: its item only completes.
    LiveStep completed(String callId) {
        return calls.drop(conversation, call -> call.callId.equals(callId));
    }

    LiveStep closeAll() {
        return calls.drop(conversation, _ -> true);
    }

    private static LiveStep answer(JsonNode requestId, ToolResult result) {
        var answer = Json.object().put("success", !result.isError());
        answer.putArray("contentItems")
                .addObject()
                .put("type", "inputText")
                .put("text", result.text());
        return LiveStep.send(CodexLine.answer(requestId, answer));
    }
}
