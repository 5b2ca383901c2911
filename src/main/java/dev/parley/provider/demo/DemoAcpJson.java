package dev.parley.provider.demo;

import dev.parley.api.Permission;
import dev.parley.base.json.Json;
import dev.parley.event.Usage;

import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;

/// What the demo agent says in ACP, in the protocol's own field names.
final class DemoAcpJson {
    private DemoAcpJson() {}

    static ObjectNode initialized() {
        var json = Json.object().put("protocolVersion", 1);
        json.putObject("agentInfo")
                .put("name", "parley-demo")
                .put("title", "Demo agent")
                .put("version", DemoAgent.VERSION);
        var capabilities = json.putObject("agentCapabilities").put("loadSession", true);
        capabilities
                .putObject("promptCapabilities")
                .put("image", true)
                .put("audio", false)
                .put("embeddedContext", false);
        var sessions = capabilities.putObject("sessionCapabilities");
        sessions.putObject("resume");
        sessions.putObject("close");
        capabilities.putObject("mcpCapabilities").put("http", true).put("sse", false);
        json.putArray("authMethods");
        return json;
    }

    static ObjectNode inSession(String sessionId) {
        return Json.object().put("sessionId", sessionId);
    }

    /// Adds the modes and models a session offers, and those it is in.
    static ObjectNode choices(ObjectNode json, Permission mode, String model) {
        var modes = json.putObject("modes").put("currentModeId", mode.wireName());
        var available = modes.putArray("availableModes");
        for (var permission : Permission.values()) {
            available
                    .addObject()
                    .put("id", permission.wireName())
                    .put("name", permission.wireName());
        }
        var models = json.putObject("models").put("currentModelId", model);
        var names = models.putArray("availableModels");
        DemoArguments.MODELS.forEach(
                name -> names.addObject().put("modelId", name).put("name", name));
        return json;
    }

    /// @param kind `user_message_chunk`, `agent_message_chunk` or `agent_thought_chunk`
    static ObjectNode chunk(String kind, String text) {
        return Json.object().put("sessionUpdate", kind).set("content", text(text));
    }

    static ObjectNode toolCall(DemoTool tool, Path cwd) {
        return tool(tool, cwd).put("sessionUpdate", "tool_call");
    }

    static ObjectNode toolReturned(DemoTool tool, DemoTool.Result result) {
        var json = toolUpdate(tool, result.isError() ? "failed" : "completed");
        json.putArray("content")
                .addObject()
                .put("type", "content")
                .set("content", text(result.output()));
        json.putObject("rawOutput").put("output", result.output());
        return json;
    }

    static ObjectNode toolUpdate(DemoTool tool, String status) {
        return Json.object()
                .put("sessionUpdate", "tool_call_update")
                .put("toolCallId", tool.callId())
                .put("status", status);
    }

    static ObjectNode permission(String sessionId, DemoTool tool, Path cwd) {
        var json = inSession(sessionId);
        json.set("toolCall", tool(tool, cwd));
        var options = json.putArray("options");
        for (var option : DemoOption.values()) {
            options.addObject()
                    .put("optionId", option.id())
                    .put("name", option.label())
                    .put("kind", option.id());
        }
        return json;
    }

    /// Thoughts are counted beside the output here, as other agents do it, not within it.
    static ObjectNode stopped(String reason, Usage usage) {
        var thoughts = usage.reasoningTokens() == null ? 0 : usage.reasoningTokens();
        var json = Json.object().put("stopReason", reason);
        json.putObject("usage")
                .put("inputTokens", usage.inputTokens())
                .put("outputTokens", usage.outputTokens() - thoughts)
                .put("thoughtTokens", thoughts)
                .put("totalTokens", usage.inputTokens() + usage.outputTokens());
        return json;
    }

    private static ObjectNode tool(DemoTool tool, Path cwd) {
        var json =
                Json.object()
                        .put("toolCallId", tool.callId())
                        .put("title", tool.title())
                        .put("kind", kind(tool))
                        .put("status", "pending");
        json.set("rawInput", tool.arguments());
        json.putObject("_meta").put("toolName", tool.name());
        if (tool instanceof DemoTool.ProposeTickets) {
            return json; // it is about no file
        }
        var location = json.putArray("locations").addObject().put("path", cwd.toString());
        if (tool instanceof DemoTool.WriteFile write) {
            var file = cwd.resolve(write.file()).toString();
            location.put("path", file);
            json.putArray("content")
                    .addObject()
                    .put("type", "diff")
                    .put("path", file)
                    .putNull("oldText")
                    .put("newText", write.content());
        }
        return json;
    }

    private static String kind(DemoTool tool) {
        return switch (tool) {
            case DemoTool.ListFiles _ -> "read";
            case DemoTool.WriteFile _ -> "edit";
            case DemoTool.ProposeTickets _ -> "other";
        };
    }

    private static ObjectNode text(String text) {
        return Json.object().put("type", "text").put("text", text);
    }
}
