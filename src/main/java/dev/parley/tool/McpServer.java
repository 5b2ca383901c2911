package dev.parley.tool;

import dev.parley.base.json.Json;
import dev.parley.wire.JsonRpc;
import dev.parley.wire.McpJson;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/// Parley's tools as an MCP server, for any transport: what it answers to each method, in both eras
/// of the protocol. Requests of 2026-07-28 carry their version in `_meta` and need no handshake;
/// older clients begin with `initialize`. Keeps no state.
public final class McpServer {
    /// The name of the server, and so the prefix of its tools in most CLIs.
    public static final String NAME = "parley";

    private static final String MODERN = "2026-07-28";
    private static final List<String> LEGACY = List.of("2025-11-25", "2025-06-18", "2025-03-26");
    private static final int UNSUPPORTED_VERSION = -32022;
    private static final String META = "io.modelcontextprotocol/";

    private final String version;

    /// @param version Parley's own
    public McpServer(String version) {
        this.version = version;
    }

    /// Who is served, with what.
    ///
    /// @param tools those that this client may see and call
    /// @param begins told of each call before it begins
    /// @param patience how long the client can be kept waiting for one call
    public record Client(Toolbox tools, ToolCaller caller, Beginning begins, Duration patience) {
        /// @param moment where the session of the caller is
        public Client(
                Toolbox tools,
                ToolCaller caller,
                Supplier<ToolCall.Moment> moment,
                Duration patience) {
            this(tools, caller, (_, _) -> moment.get(), patience);
        }
    }

    /// A call is about to begin.
    @FunctionalInterface
    public interface Beginning {
        /// @return where the session of the caller is
        ToolCall.Moment of(String tool, JsonNode arguments) throws InterruptedException;
    }

    /// Answers a request. A `tools/call` takes as long as its tool does; interrupting the thread
    /// ends it.
    public JsonRpc.Message answer(Client client, JsonRpc.Request request)
            throws InterruptedException {
        var asked = versionOf(request.params());
        if (asked.isString() && !asked.asString().equals(MODERN)) {
            return new JsonRpc.ErrorResponse(
                    request.id(),
                    UNSUPPORTED_VERSION,
                    "Unsupported protocol version",
                    supported().put("requested", asked.asString()));
        }
        var isModern = asked.isString();
        return switch (request.method()) {
            case "initialize" -> result(request, false, initialize(request.params()));
            case "server/discover" -> result(request, true, discover());
            case "ping" -> result(request, isModern, Json.object());
            case "tools/list" -> result(request, isModern, list(client, isModern));
            case "tools/call" -> call(client, request, isModern);
            case String other ->
                    JsonRpc.ErrorResponse.to(
                            request.id(), JsonRpc.METHOD_NOT_FOUND, "Method not found: " + other);
        };
    }

    private static JsonNode versionOf(JsonNode params) {
        return params.path("_meta").path(META + "protocolVersion");
    }

    private static ObjectNode supported() {
        var data = Json.object();
        var versions = data.putArray("supported").add(MODERN);
        LEGACY.forEach(versions::add);
        return data;
    }

    private static JsonRpc.Response result(
            JsonRpc.Request request, boolean isModern, ObjectNode result) {
        if (isModern) {
            result.put("resultType", "complete");
        }
        return new JsonRpc.Response(request.id(), result);
    }

    private ObjectNode initialize(JsonNode params) {
        var wanted = params.path("protocolVersion").asString("");
        var result =
                Json.object()
                        .put(
                                "protocolVersion",
                                LEGACY.contains(wanted) ? wanted : LEGACY.getFirst());
        result.set("capabilities", capabilities());
        result.set("serverInfo", info());
        return result;
    }

    private ObjectNode discover() {
        var result = Json.object();
        result.putArray("supportedVersions").add(MODERN);
        result.set("capabilities", capabilities());
        cacheable(result);
        result.putObject("_meta").set(META + "serverInfo", info());
        return result;
    }

    private ObjectNode info() {
        return Json.object().put("name", NAME).put("title", "Parley").put("version", version);
    }

    private static ObjectNode capabilities() {
        var capabilities = Json.object();
        capabilities.putObject("tools").put("listChanged", false);
        return capabilities;
    }

    /// A session's tools stay the same as long as it lives, and are its own.
    private static void cacheable(ObjectNode result) {
        result.put("ttlMs", 60_000).put("cacheScope", "private");
    }

    private ObjectNode list(Client client, boolean isModern) {
        var result = Json.object();
        var tools = result.putArray("tools");
        client.tools().definitions().forEach(one -> tools.add(McpJson.of(one)));
        if (isModern) {
            cacheable(result);
        }
        return result;
    }

    private JsonRpc.Message call(Client client, JsonRpc.Request request, boolean isModern)
            throws InterruptedException {
        var name = request.params().path("name").asString("");
        if (!client.tools().has(name)) {
            return JsonRpc.ErrorResponse.to(
                    request.id(), JsonRpc.INVALID_PARAMS, "Unknown tool: " + name);
        }
        var given = request.params().path("arguments");
        var arguments = given.isMissingNode() || given.isNull() ? Json.object() : given;
        var moment = client.begins().of(name, arguments);
        var call = new ToolCall(client.caller(), moment, arguments, client.patience());
        return result(request, isModern, McpJson.of(client.tools().call(name, call)));
    }
}
