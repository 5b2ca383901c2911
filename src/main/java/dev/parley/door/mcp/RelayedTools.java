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

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// The tools of a backend: they are known without it, and called there, whatever era the client
/// lives in.
final class RelayedTools implements McpTools {
    private static final String META = "io.modelcontextprotocol/";
    private static final List<String> CAPABILITIES = List.of("elicitation", "sampling", "roots");

    /// How often it is looked whether a question was answered elsewhere.
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

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
        var result = ask(backend, params.deepCopy(), client);
        while (isAsking(result)) {
            result = answered(backend, params, result, client);
        }
        result.remove("resultType");
        return new Outcome.Done(result);
    }

    private static boolean isAsking(ObjectNode result) {
        return result.path("resultType").asString("").equals("input_required");
    }

    /// Asks the client what the backend asks. An older one has its question before it meanwhile;
    /// whether that was answered elsewhere, the same call without an answer tells.
    ///
    /// @return what comes next
    private ObjectNode answered(
            McpBackend backend, ObjectNode params, ObjectNode asked, CallingClient client)
            throws InterruptedException {
        var requests = CallingClient.requests(asked.path("inputRequests"));
        params.remove("inputResponses");
        params.set("requestState", asked.path("requestState"));
        if (client.isAskedByAnswers()) {
            params.set("inputResponses", json(client.askOnce(requests)));
            return ask(backend, params.deepCopy(), client);
        }
        try (var form = new OpenForm(client, requests)) {
            while (!form.await(LOOK_AGAIN)) {
                var now = ask(backend, params.deepCopy(), client);
                if (!isAsking(now)
                        || !requests.keySet()
                                .equals(
                                        CallingClient.requests(now.path("inputRequests"))
                                                .keySet())) {
                    return now;
                }
                params.set("requestState", now.path("requestState"));
            }
            params.set("inputResponses", json(form.answers()));
        }
        return ask(backend, params.deepCopy(), client);
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
