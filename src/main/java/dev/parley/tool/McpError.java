package dev.parley.tool;

import dev.parley.base.json.Json;
import dev.parley.wire.JsonRpc;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Collection;

/// A request that is refused as such, instead of being answered.
public final class McpError extends RuntimeException {
    /// The headers of a request say something else than its body.
    public static final int HEADER_MISMATCH = -32020;

    /// The client must be able to do something that it did not mention.
    public static final int MISSING_CAPABILITY = -32021;

    public static final int UNSUPPORTED_VERSION = -32022;

    private final int code;
    private final transient @Nullable JsonNode data;

    public McpError(int code, String message, @Nullable JsonNode data) {
        super(message);
        this.code = code;
        this.data = data;
    }

    public static McpError invalid(String message) {
        return new McpError(JsonRpc.INVALID_PARAMS, message, null);
    }

    public static McpError noMethod(String method) {
        return new McpError(JsonRpc.METHOD_NOT_FOUND, "Method not found: " + method, null);
    }

    static McpError missing(Collection<ClientRequest> requests) {
        var needed = Json.object();
        requests.forEach(request -> needed.putObject(request.capability()));
        return missing(needed);
    }

    static McpError missing(ObjectNode capabilities) {
        var data = Json.object();
        data.set("requiredCapabilities", capabilities);
        return new McpError(MISSING_CAPABILITY, "Missing required client capability", data);
    }

    public int code() {
        return code;
    }

    ObjectNode json() {
        var json = Json.object().put("code", code).put("message", String.valueOf(getMessage()));
        if (data != null) {
            json.set("data", data);
        }
        return json;
    }

    public JsonRpc.ErrorResponse to(JsonNode id) {
        return new JsonRpc.ErrorResponse(id, code, String.valueOf(getMessage()), data);
    }
}
