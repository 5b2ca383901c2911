package dev.parley.wire;

import dev.parley.base.json.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/// One line of JSON-RPC 2.0, as ACP, MCP and Codex speak it: four kinds of messages, and what is
/// none of them. Does no I/O. Ids stay as they came, so an answer carries the very id of its
/// question; absent `params` are a missing node.
public sealed interface JsonRpc {
    int PARSE_ERROR = -32700;
    int INVALID_REQUEST = -32600;
    int METHOD_NOT_FOUND = -32601;
    int INVALID_PARAMS = -32602;
    int INTERNAL_ERROR = -32603;

    /// Whether a line says `"jsonrpc":"2.0"`. Codex leaves it out, and so does whoever talks to it.
    enum Version {
        WRITTEN,
        LEFT_OUT
    }

    /// What can be said as well as heard.
    sealed interface Message extends JsonRpc {
        default String line() {
            return line(Version.WRITTEN);
        }

        default String line(Version version) {
            var json = Json.object();
            if (version == Version.WRITTEN) {
                json.put("jsonrpc", "2.0");
            }
            return Json.write(JsonRpc.fill(json, this));
        }
    }

    record Request(JsonNode id, String method, JsonNode params) implements Message {}

    record Notification(String method, JsonNode params) implements Message {}

    record Response(JsonNode id, JsonNode result) implements Message {}

    /// The id is JSON's `null` where the question could not be read.
    record ErrorResponse(JsonNode id, int code, String message, @Nullable JsonNode data)
            implements Message {
        public static ErrorResponse to(JsonNode id, int code, String message) {
            return new ErrorResponse(id, code, message, null);
        }
    }

    /// A line that is no message, with the reason why.
    record Malformed(String text, String reason) implements JsonRpc {}

    /// An id of our own, equal to the one that comes back in the answer.
    static JsonNode id(long number) {
        return number == (int) number ? IntNode.valueOf((int) number) : LongNode.valueOf(number);
    }

    static JsonRpc parse(String line) {
        return Json.parse(line)
                .map(json -> json.isObject() ? read(line, json) : bad(line, "not a JSON object"))
                .orElseGet(() -> bad(line, "not JSON"));
    }

    private static JsonRpc read(String line, JsonNode json) {
        var id = json.path("id");
        if (!id.isMissingNode() && !id.isNull() && !isId(id)) {
            return bad(line, "the id is neither a string nor a number");
        }
        // JSON-RPC 1.0 wrote both members and put null into the one that did not apply.
        var answers = json.has("result") || json.hasNonNull("error");
        if (!json.has("method")) {
            return answers ? answer(line, id, json) : bad(line, "no method, result or error");
        }
        if (answers) {
            return bad(line, "both a call and an answer");
        }
        if (!json.path("method").isString()) {
            return bad(line, "the method is no string");
        }
        var method = json.path("method").asString();
        if (id.isNull()) {
            return bad(line, "the id of a request is null");
        }
        return id.isMissingNode()
                ? new Notification(method, json.path("params"))
                : new Request(id, method, json.path("params"));
    }

    private static JsonRpc answer(String line, JsonNode id, JsonNode json) {
        if (json.hasNonNull("result") && json.hasNonNull("error")) {
            return bad(line, "both a result and an error");
        }
        if (json.hasNonNull("error")) {
            return error(line, id.isMissingNode() ? NullNode.getInstance() : id, json.get("error"));
        }
        return isId(id)
                ? new Response(id, json.path("result"))
                : bad(line, "a result without an id");
    }

    private static JsonRpc error(String line, JsonNode id, JsonNode error) {
        return error.path("code").canConvertToInt() && error.path("code").isIntegralNumber()
                ? new ErrorResponse(
                        id,
                        error.path("code").asInt(),
                        error.path("message").asString(""),
                        error.get("data"))
                : bad(line, "an error without an integer code");
    }

    /// A number too large for a double has become infinite, which JSON cannot say.
    private static boolean isId(JsonNode id) {
        return id.isString() || (id.isNumber() && Double.isFinite(id.asDouble(Double.NaN)));
    }

    private static Malformed bad(String line, String reason) {
        return new Malformed(line, reason);
    }

    private static ObjectNode fill(ObjectNode json, Message message) {
        return switch (message) {
            case Request(var id, var method, var params) ->
                    call(json.set("id", id), method, params);
            case Notification(var method, var params) -> call(json, method, params);
            case Response(var id, var result) ->
                    json.set("id", id)
                            .set(
                                    "result",
                                    result.isMissingNode() ? NullNode.getInstance() : result);
            case ErrorResponse(var id, var code, var text, var data) -> {
                json.set("id", id);
                var error = json.putObject("error").put("code", code).put("message", text);
                if (data != null) {
                    error.set("data", data);
                }
                yield json;
            }
        };
    }

    private static ObjectNode call(ObjectNode json, String method, JsonNode params) {
        json.put("method", method);
        if (!params.isMissingNode()) {
            json.set("params", params);
        }
        return json;
    }
}
