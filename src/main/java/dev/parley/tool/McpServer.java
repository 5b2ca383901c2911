package dev.parley.tool;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.wire.JsonRpc;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// An MCP server for any transport: what it answers to each method, in both eras of the protocol.
/// Requests of 2026-07-28 carry their version in `_meta` and need no handshake; older clients begin
/// with `initialize`. Keeps no state but a key. Thread-safe.
public final class McpServer {
    /// The name of the server, and so the prefix of its tools in most CLIs.
    public static final String NAME = "parley";

    /// The revision whose requests need no handshake.
    public static final String MODERN = "2026-07-28";

    /// Those that begin with one, the newest first.
    public static final List<String> LEGACY = List.of("2025-11-25", "2025-06-18", "2025-03-26");

    private static final String META = McpPeer.META;
    private static final String NO_CURSOR = "There is no further page: leave out the cursor.";

    private final String version;
    private final McpState state;

    /// @param version Parley's own
    public McpServer(String version) {
        this(version, Clock.systemUTC());
    }

    public McpServer(String version, Clock clock) {
        this.version = version;
        state = new McpState(clock);
    }

    /// Who is served, with what.
    ///
    /// @param principal who may have what was asked for in an earlier request
    /// @param place where it works, if that makes another call of the same words
    /// @param patience how long a client can be kept waiting for one call
    public record Client(
            McpFeatures features,
            String principal,
            String place,
            Function<CallingClient, Duration> patience) {
        /// One that is the same wherever it works.
        public Client(
                McpFeatures features,
                String principal,
                Function<CallingClient, Duration> patience) {
            this(features, principal, "", patience);
        }

        /// An agent in a session.
        ///
        /// @param tools those that it may see and call
        /// @param begins told of each call before it begins
        public Client(Toolbox tools, ToolCaller caller, Beginning begins, Duration patience) {
            this(
                    McpFeatures.of(new ToolboxTools(tools, _ -> caller, begins, _ -> patience)),
                    caller.session().map(id -> "session " + id).orElse("turn"),
                    _ -> patience);
        }

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
    ///
    /// @param out for what the client is told before the answer
    JsonRpc.Message answer(
            Client client,
            McpSession session,
            JsonRpc.Request request,
            Consumer<JsonRpc.Message> out)
            throws InterruptedException {
        try {
            checkMeta(request.params());
            var fingerprint = Fingerprint.of(request.method(), request.params());
            var peer = new McpPeer(request, session, rounds(client, request, fingerprint), out);
            ObjectNode result;
            try {
                result =
                        peer.isModern()
                                ? modern(client, peer, request)
                                : legacy(client, peer, session, request);
            } catch (McpInputRequired asked) {
                result = Json.object().put("resultType", "input_required");
                result.set("inputRequests", CallingClient.json(asked.requests()));
                result.put(
                        "requestState", state.seal(peer.rounds(), client.principal(), fingerprint));
            }
            if (peer.isModern() && !result.has("resultType")) {
                result.put("resultType", "complete");
            }
            return new JsonRpc.Response(request.id(), result);
        } catch (McpError error) {
            return error.to(request.id());
        } catch (Problem problem) {
            return JsonRpc.ErrorResponse.to(
                    request.id(),
                    problem.kind().httpStatus() < 500
                            ? JsonRpc.INVALID_PARAMS
                            : JsonRpc.INTERNAL_ERROR,
                    problem.message() + " " + problem.remedy());
        }
    }

    private McpState.Rounds rounds(Client client, JsonRpc.Request request, String fingerprint) {
        var sent = request.params().path("requestState");
        if (!McpPeer.isModern(request.params()) || sent.isMissingNode()) {
            return McpState.Rounds.NONE;
        }
        return state.open(sent.asString(""), client.principal(), fingerprint);
    }

    /// @throws McpError when a request without a handshake does not say what it must
    public static void checkMeta(JsonNode params) {
        var asked = params.path("_meta").path(META + "protocolVersion");
        if (asked.isMissingNode()) {
            return;
        }
        if (!asked.asString("").equals(MODERN)) {
            throw new McpError(
                    McpError.UNSUPPORTED_VERSION,
                    "Unsupported protocol version",
                    supported(Json.object(), "supported").put("requested", asked.asString("")));
        }
        if (!params.path("_meta").path(META + "clientCapabilities").isObject()) {
            throw McpError.invalid("_meta lacks " + META + "clientCapabilities.");
        }
    }

    private static ObjectNode supported(ObjectNode json, String field) {
        var versions = json.putArray(field).add(MODERN);
        LEGACY.forEach(versions::add);
        return json;
    }

    private ObjectNode modern(Client client, McpPeer peer, JsonRpc.Request request)
            throws InterruptedException {
        return switch (request.method()) {
            case "server/discover" -> discover(client);
            case "subscriptions/listen" ->
                    new McpListening(client, peer, request).untilInterrupted();
            case "tasks/get", "tasks/update", "tasks/cancel" ->
                    McpCalls.task(client, peer, request);
            default -> shared(client, peer, request);
        };
    }

    private ObjectNode legacy(
            Client client, McpPeer peer, McpSession session, JsonRpc.Request request)
            throws InterruptedException {
        var features = client.features();
        return switch (request.method()) {
            case "initialize" -> {
                session.shakeHands(request.params());
                yield initialize(client, request.params());
            }
            case "ping" -> Json.object();
            case "logging/setLevel" -> {
                session.level(request.params().path("level").asString(""));
                yield Json.object();
            }
            // What a client hears of is said where it listens, which older ones do not.
            case "resources/subscribe", "resources/unsubscribe" -> {
                var _ = resources(features, request);
                yield Json.object();
            }
            case "server/discover" ->
                    throw McpError.invalid("_meta lacks " + META + "protocolVersion.");
            default -> shared(client, peer, request);
        };
    }

    private static ObjectNode shared(Client client, McpPeer peer, JsonRpc.Request request)
            throws InterruptedException {
        var features = client.features();
        var params = request.params();
        return switch (request.method()) {
            case "tools/list" -> list(peer, params, "tools", features.tools().list());
            case "tools/call" -> McpCalls.call(client, peer, params);
            case "prompts/list" -> list(peer, params, "prompts", prompts(features, request).list());
            case "prompts/get" ->
                    prompts(features, request)
                            .get(params.path("name").asString(""), params.path("arguments"), peer);
            case "completion/complete" -> complete(prompts(features, request), params);
            case "resources/list" ->
                    list(peer, params, "resources", resources(features, request).list());
            case "resources/templates/list" ->
                    list(
                            peer,
                            params,
                            "resourceTemplates",
                            resources(features, request).templates());
            case "resources/read" -> read(resources(features, request), peer, params);
            case String other -> throw McpError.noMethod(other);
        };
    }

    private static McpPrompts prompts(McpFeatures features, JsonRpc.Request request) {
        return features.prompts().orElseThrow(() -> McpError.noMethod(request.method()));
    }

    private static McpResources resources(McpFeatures features, JsonRpc.Request request) {
        return features.resources().orElseThrow(() -> McpError.noMethod(request.method()));
    }

    private ObjectNode initialize(Client client, JsonNode params) {
        var wanted = params.path("protocolVersion").asString("");
        var result =
                Json.object()
                        .put(
                                "protocolVersion",
                                LEGACY.contains(wanted) ? wanted : LEGACY.getFirst());
        result.set("capabilities", capabilities(client.features(), false));
        result.set("serverInfo", info());
        return instructed(client, result);
    }

    private ObjectNode discover(Client client) {
        var result = supported(Json.object(), "supportedVersions");
        result.set("capabilities", capabilities(client.features(), true));
        result.putObject("_meta").set(META + "serverInfo", info());
        return cacheable(instructed(client, result));
    }

    private static ObjectNode instructed(Client client, ObjectNode result) {
        var instructions = client.features().instructions();
        return instructions.isEmpty() ? result : result.put("instructions", instructions);
    }

    private ObjectNode info() {
        return Json.object().put("name", NAME).put("title", "Parley").put("version", version);
    }

    private static ObjectNode capabilities(McpFeatures features, boolean isModern) {
        var changes = features.changes().isPresent();
        var capabilities = Json.object();
        capabilities.putObject("tools").put("listChanged", changes);
        capabilities.putObject("logging");
        if (features.prompts().isPresent()) {
            capabilities.putObject("prompts").put("listChanged", changes);
            capabilities.putObject("completions");
        }
        if (features.resources().isPresent()) {
            capabilities
                    .putObject("resources")
                    .put("listChanged", changes)
                    .put("subscribe", !isModern);
        }
        if (isModern && features.tasks().isPresent()) {
            capabilities.putObject("extensions").putObject(McpPeer.TASKS);
        }
        return capabilities;
    }

    /// What one caller sees is not for another.
    private static ObjectNode cacheable(ObjectNode result) {
        return result.put("ttlMs", 60_000).put("cacheScope", "private");
    }

    private static ObjectNode list(
            McpPeer peer, JsonNode params, String field, List<ObjectNode> items) {
        if (params.hasNonNull("cursor")) {
            throw McpError.invalid(NO_CURSOR);
        }
        var result = Json.object();
        result.putArray(field).addAll(items);
        return peer.isModern() ? cacheable(result) : result;
    }

    private static ObjectNode read(McpResources resources, McpPeer peer, JsonNode params)
            throws InterruptedException {
        var uri = params.path("uri").asString("");
        var contents =
                resources
                        .read(uri, peer)
                        .orElseThrow(() ->
                                new McpError(
                                        JsonRpc.INVALID_PARAMS,
                                        "Resource not found",
                                        Json.object().put("uri", uri)));
        var result = Json.object();
        result.putArray("contents").addAll(contents);
        return peer.isModern() ? cacheable(result) : result;
    }

    private static ObjectNode complete(McpPrompts prompts, JsonNode params) {
        var argument = params.path("argument");
        var values =
                prompts.complete(
                        params.path("ref"),
                        argument.path("name").asString(""),
                        argument.path("value").asString(""));
        var result = Json.object();
        var completion = result.putObject("completion");
        var shown = completion.putArray("values");
        values.stream().limit(100).forEach(shown::add);
        completion.put("total", values.size()).put("hasMore", values.size() > 100);
        return result;
    }
}
