package dev.parley.door.mcp;

import dev.parley.door.http.Request;
import dev.parley.tool.McpError;
import dev.parley.tool.McpServer;
import dev.parley.wire.JsonRpc;

import tools.jackson.databind.JsonNode;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Compares the headers of a request of 2026-07-28 with its body: what stands between client and
/// server may decide by the headers, so they must not say anything else.
final class McpHeaders {
    private static final String VERSION = "mcp-protocol-version";
    private static final String META_VERSION = "io.modelcontextprotocol/protocolVersion";
    private static final String ENCODED = "=?base64?";
    private static final String END = "?=";

    private McpHeaders() {}

    /// Whether it is to be served without a handshake. A version that nobody knows is a newer one.
    static boolean isModern(Request http, JsonNode params) {
        return params.path("_meta").has(META_VERSION)
                || http.header(VERSION)
                        .filter(version -> !McpServer.LEGACY.contains(version))
                        .isPresent();
    }

    /// @param schema of the arguments of the tool that is called
    /// @throws McpError when they do not fit
    static void check(Request http, JsonRpc.Request request, Optional<JsonNode> schema) {
        var params = request.params();
        var inBody = params.path("_meta").path(META_VERSION);
        if (!inBody.isString()) {
            throw McpError.invalid("_meta lacks " + META_VERSION + ".");
        }
        expect(http, "MCP-Protocol-Version", Optional.of(inBody.asString()));
        McpServer.checkMeta(params);
        expect(http, "Mcp-Method", Optional.of(request.method()));
        source(request.method())
                .ifPresent(field -> expect(http, "Mcp-Name", params.path(field).asStringOpt()));
        schema.ifPresent(one -> checkParameters(http, one, params.path("arguments")));
    }

    /// The member of the parameters that is in `Mcp-Name`, too.
    private static Optional<String> source(String method) {
        return switch (method) {
            case "tools/call", "prompts/get" -> Optional.of("name");
            case "resources/read" -> Optional.of("uri");
            case "tasks/get", "tasks/update", "tasks/cancel" -> Optional.of("taskId");
            default -> Optional.empty();
        };
    }

    private static void expect(Request http, String header, Optional<String> inBody) {
        var said = http.header(header).map(String::strip);
        if (said.isEmpty()) {
            if (inBody.isPresent()) {
                throw mismatch("The header " + header + " is missing.");
            }
            return;
        }
        var value = decoded(header, said.get());
        if (inBody.isEmpty() || !value.equals(inBody.get())) {
            throw mismatch(
                    "The header " + header + " says \"" + value + "\", the body something else.");
        }
    }

    static String decoded(String header, String value) {
        if (!value.startsWith(ENCODED) || !value.endsWith(END)) {
            return value;
        }
        try {
            var encoded = value.substring(ENCODED.length(), value.length() - END.length());
            if (encoded.length() % 4 != 0) {
                throw new IllegalArgumentException("padding");
            }
            var bytes = ByteBuffer.wrap(Base64.getDecoder().decode(encoded));
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (IllegalArgumentException
                | IndexOutOfBoundsException
                | CharacterCodingException _) {
            throw mismatch("The header " + header + " is no base64 of UTF-8.");
        }
    }

    private static McpError mismatch(String message) {
        return new McpError(McpError.HEADER_MISMATCH, message, null);
    }

    /// What a schema wants to see in headers of its own, by `x-mcp-header`.
    private static void checkParameters(Request http, JsonNode schema, JsonNode arguments) {
        for (var one : schema.path("properties").properties()) {
            var value = arguments.path(one.getKey());
            var header = one.getValue().path("x-mcp-header").asStringOpt();
            if (header.isPresent()) {
                expect(http, "Mcp-Param-" + header.get(), text(value));
            } else {
                checkParameters(http, one.getValue(), value);
            }
        }
    }

    private static Optional<String> text(JsonNode value) {
        return value.isMissingNode() || value.isNull()
                ? Optional.empty()
                : Optional.of(value.isString() ? value.asString() : value.toString());
    }

    /// The same from the other side: the headers that a request must have.
    static List<String> of(JsonRpc.Request request) {
        var headers = new ArrayList<String>();
        headers.addAll(List.of("MCP-Protocol-Version", McpServer.MODERN));
        headers.addAll(List.of("Mcp-Method", request.method()));
        source(request.method())
                .ifPresent(field ->
                        headers.addAll(
                                List.of(
                                        "Mcp-Name",
                                        encoded(request.params().path(field).asString("")))));
        return headers;
    }

    static String encoded(String value) {
        var isPlain =
                value.chars().allMatch(character -> character > ' ' && character < 127)
                        && !value.toLowerCase(Locale.ROOT).startsWith(ENCODED);
        return isPlain
                ? value
                : ENCODED
                        + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))
                        + END;
    }
}
