package dev.parley.door.mcp;

import dev.parley.base.json.Json;
import dev.parley.tool.CallingClient;
import dev.parley.tool.McpError;
import dev.parley.tool.McpServer;
import dev.parley.tool.McpTools;
import dev.parley.wire.JsonRpc;
import dev.parley.wire.McpJson;
import dev.parley.wire.ToolDefinition;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// The tools of a backend: they are known without it, and called there, whatever era the client
/// lives in.
final class RelayedTools implements McpTools {
    private static final String META = "io.modelcontextprotocol/";
    private static final List<String> CAPABILITIES = List.of("elicitation", "sampling", "roots");

    private final ToolCatalog catalog = new ToolCatalog();
    private final McpBackend.Finder backends;
    private final AtomicLong calls = new AtomicLong();

    RelayedTools(McpBackend.Finder backends) {
        this.backends = backends;
    }

    @Override
    public List<ObjectNode> list() {
        return catalog.definitions().stream().map(McpJson::of).toList();
    }

    @Override
    public Optional<JsonNode> findSchema(String name) {
        return catalog.definitions().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .map(ToolDefinition::schema);
    }

    @Override
    public Outcome call(String name, JsonNode arguments, CallingClient client)
            throws InterruptedException {
        var backend = backends.find();
        var params = Json.object().put("name", name);
        params.set("arguments", arguments);
        params.set("_meta", meta(client));
        while (true) {
            var result = ask(backend, params.deepCopy(), client);
            if (!result.path("resultType").asString("").equals("input_required")) {
                result.remove("resultType");
                return new Outcome.Done(result);
            }
            var requests = CallingClient.requests(result.path("inputRequests"));
            params.set("inputResponses", json(client.askOnce(requests)));
            params.set("requestState", result.path("requestState"));
        }
    }

    private ObjectNode meta(CallingClient client) {
        var meta = Json.object().put(META + "protocolVersion", McpServer.MODERN);
        meta.putObject(META + "clientInfo").put("name", client.name()).put("version", "");
        var capabilities = meta.putObject(META + "clientCapabilities");
        CAPABILITIES.stream().filter(client::can).forEach(capabilities::putObject);
        return meta.put("progressToken", "relay").put(META + "logLevel", "debug");
    }

    private ObjectNode ask(McpBackend backend, ObjectNode params, CallingClient client)
            throws InterruptedException {
        var request =
                new JsonRpc.Request(JsonRpc.id(calls.incrementAndGet()), "tools/call", params);
        return switch (backend.ask(request, told -> pass(told, client))) {
            case JsonRpc.Response(_, var result) -> (ObjectNode) result;
            case JsonRpc.ErrorResponse(_, var code, var message, var data) ->
                    throw new McpError(code, message, data);
            case JsonRpc.Message _ -> throw new IllegalStateException("No answer to a call");
        };
    }

    /// A client that wants to hear of it does.
    private static void pass(JsonRpc.Notification told, CallingClient client) {
        var params = told.params();
        switch (told.method()) {
            case "notifications/progress" ->
                    client.progress(
                            params.path("progress").asDouble(0),
                            params.has("total") ? params.path("total").asDouble(0) : null,
                            params.path("message").asString(""));
            case "notifications/message" ->
                    client.log(params.path("level").asString("info"), params.path("data"));
            default -> {} // nothing else belongs to a call
        }
    }

    private static ObjectNode json(Map<String, JsonNode> answers) {
        var json = Json.object();
        answers.forEach(json::set);
        return json;
    }
}
