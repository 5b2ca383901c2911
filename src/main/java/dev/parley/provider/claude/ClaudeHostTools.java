package dev.parley.provider.claude;

import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.wire.JsonRpc;
import dev.parley.wire.LiveStep;
import dev.parley.wire.McpJson;
import dev.parley.wire.OfferedTools;
import dev.parley.wire.OpenToolCalls;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The tools that Parley offers to a conversation: an MCP server inside the control channel. Every
/// message to it is answered, notifications too: without that the first turn waits for a minute.
final class ClaudeHostTools {
    private static final String VERSION = "2025-11-25";

    /// @param id of the message inside of the request
    private record Call(String requestId, JsonNode id) {}

    private final String conversation;
    private final OfferedTools offered;
    private final OpenToolCalls<Call> calls = new OpenToolCalls<>();

    /// Our names of the tools in the calls that have not returned, by the ids of the calls.
    private final Map<String, String> names = new HashMap<>();

    ClaudeHostTools(String conversation, OfferedTools offered) {
        this.conversation = conversation;
        this.offered = offered;
    }

    /// What a request to initialize has about them.
    void offer(ObjectNode request) {
        if (!offered.isEmpty()) {
            request.putArray("sdkMcpServers").add(offered.namespace());
            // A call that lasts is not to become a task in the background, whose answer would begin
            // a turn of its own.
            request.putObject("sdkMcpServerConfigs")
                    .putObject(offered.namespace())
                    .put("disableAutoBackground", true);
        }
    }

    boolean isEmpty() {
        return offered.isEmpty();
    }

    /// Whether it asks for permission to call one of these. Whoever offers a tool permits it.
    boolean isAskedFor(JsonNode request) {
        var server = request.path("mcp_server");
        return !offered.isEmpty()
                && request.path("subtype").asString("").equals("can_use_tool")
                && server.path("source").asString("").equals("sdk")
                && server.path("name").asString("").equals(offered.namespace());
    }

    /// The same events with our own names for our tools, also where a result has none.
    List<Event> named(List<Event> events) {
        return offered.isEmpty() ? events : events.stream().map(this::named).toList();
    }

    private Event named(Event event) {
        if (event instanceof Event.ToolCalled(var id, var name, var arguments)) {
            var ours = name.startsWith(prefix()) ? name.substring(prefix().length()) : "";
            if (offered.has(ours)) {
                names.put(id, ours);
                return new Event.ToolCalled(id, ours, arguments);
            }
        }
        if (event instanceof Event.ToolReturned(var id, _, var output, var isError, var exit)
                && names.containsKey(id)) {
            return new Event.ToolReturned(id, names.remove(id), output, isError, exit);
        }
        return event;
    }

    private String prefix() {
        return "mcp__" + offered.namespace() + "__";
    }

    LiveStep hear(String requestId, JsonNode request) {
        var message = request.path("message");
        var id = message.path("id");
        var params = message.path("params");
        if (offered.isEmpty()
                || !request.path("server_name").asString("").equals(offered.namespace())) {
            return id.isMissingNode()
                    ? noted(requestId)
                    : refused(requestId, id, "There is no such server here.");
        }
        return switch (message.path("method").asString("")) {
            case "initialize" -> answer(requestId, id, hello());
            case "tools/list" -> answer(requestId, id, list());
            case "tools/call" -> asked(requestId, id, params);
            case "notifications/cancelled" ->
                    noted(requestId)
                            .and(
                                    calls.drop(
                                            conversation,
                                            call -> call.id.equals(params.path("requestId"))));
            case String other ->
                    id.isMissingNode()
                            ? noted(requestId)
                            : refused(requestId, id, "There is no method " + other + " here.");
        };
    }

    private static ObjectNode hello() {
        var hello = Json.object().put("protocolVersion", VERSION);
        hello.putObject("capabilities").putObject("tools");
        hello.putObject("serverInfo").put("name", "parley").put("version", "1");
        return hello;
    }

    private ObjectNode list() {
        var list = Json.object();
        var tools = list.putArray("tools");
        offered.definitions().forEach(tool -> tools.add(McpJson.of(tool)));
        return list;
    }

    private LiveStep asked(String requestId, JsonNode id, JsonNode params) {
        var tool = params.path("name").asString("");
        var use = params.path("_meta").path("claudecode/toolUseId").asString(requestId);
        var call = new Call(requestId, id);
        return offered.has(tool)
                ? calls.asked(conversation, use, call, tool, params.path("arguments"))
                        .orElseGet(() -> refused(requestId, id, "This call is open already."))
                : refused(requestId, id, "There is no tool " + tool + ".");
    }

    LiveStep answered(Action.AnswerTool answer) {
        return calls.answered(answer.callId())
                .map(call -> answer(call.requestId, call.id, McpJson.of(answer.result())))
                .orElse(LiveStep.NOTHING);
    }

    LiveStep closeAll() {
        names.clear();
        return calls.drop(conversation, _ -> true);
    }

    private static LiveStep noted(String requestId) {
        return answer(requestId, JsonRpc.id(0), Json.object());
    }

    private static LiveStep answer(String requestId, JsonNode id, ObjectNode result) {
        return send(requestId, id, "result", result);
    }

    private static LiveStep refused(String requestId, JsonNode id, String why) {
        return send(
                requestId,
                id,
                "error",
                Json.object().put("code", JsonRpc.METHOD_NOT_FOUND).put("message", why));
    }

    private static LiveStep send(String requestId, JsonNode id, String name, ObjectNode value) {
        var message = Json.object().put("jsonrpc", "2.0");
        message.set("id", id);
        message.set(name, value);
        return LiveStep.send(
                ClaudeLine.answer(requestId, Json.object().set("mcp_response", message)));
    }
}
