package dev.parley.provider.demo;

import dev.parley.base.json.Json;
import dev.parley.wire.JsonRpc;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/// An MCP server that the client of the demo agent named: as much of a client for it as is needed
/// to call a tool. For any thread.
final class DemoToolServer {
    private static final String VERSION = "2025-11-25";

    private final URI address;
    private final Map<String, String> headers;
    private final AtomicLong lastId = new AtomicLong();

    private DemoToolServer(URI address, Map<String, String> headers) {
        this.address = address;
        this.headers = Map.copyOf(headers);
    }

    /// The first one that is reached over HTTP. What is no address is no server.
    ///
    /// @param servers as `session/new` names them
    static Optional<DemoToolServer> in(JsonNode servers) {
        return servers.valueStream()
                .filter(server -> server.path("type").asString("").equals("http"))
                .findFirst()
                .flatMap(DemoToolServer::of);
    }

    private static Optional<DemoToolServer> of(JsonNode server) {
        var headers = new HashMap<String, String>();
        for (var header : server.path("headers")) {
            headers.put(header.path("name").asString(""), header.path("value").asString(""));
        }
        try {
            var address = URI.create(server.path("url").asString(""));
            return "http".equals(address.getScheme())
                    ? Optional.of(new DemoToolServer(address, headers))
                    : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// Whether it has a tool; one that cannot be asked has none.
    boolean has(String tool) {
        try {
            var hello = Json.object().put("protocolVersion", VERSION);
            hello.putObject("capabilities");
            hello.putObject("clientInfo").put("name", "parley-demo").put("version", "1");
            var never = new CompletableFuture<Boolean>();
            ask("initialize", hello, never);
            return ask("tools/list", Json.object(), never)
                    .path("tools")
                    .valueStream()
                    .anyMatch(one -> one.path("name").asString("").equals(tool));
        } catch (IOException _) {
            return false;
        }
    }

    /// Calls a tool and waits for what it returns.
    ///
    /// @param cancelled when it is complete, nobody waits any more
    JsonNode call(String tool, ObjectNode arguments, CompletableFuture<Boolean> cancelled)
            throws IOException {
        var params = Json.object().put("name", tool);
        params.set("arguments", arguments);
        return ask("tools/call", params, cancelled);
    }

    private JsonNode ask(String method, ObjectNode params, CompletableFuture<Boolean> cancelled)
            throws IOException {
        var id = JsonRpc.id(lastId.incrementAndGet());
        var connection = (HttpURLConnection) address.toURL().openConnection();
        headers.forEach(connection::setRequestProperty);
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setRequestProperty("Accept", "application/json, text/event-stream");
        connection.setDoOutput(true);
        var hangUp = cancelled.thenRun(connection::disconnect);
        try {
            send(connection, new JsonRpc.Request(id, method, params));
            return answer(connection, id);
        } finally {
            hangUp.cancel(false);
            connection.disconnect();
        }
    }

    private static void send(HttpURLConnection connection, JsonRpc.Request request)
            throws IOException {
        try (var out = connection.getOutputStream()) {
            out.write(request.line().getBytes(StandardCharsets.UTF_8));
        }
    }

    /// The answer is the body, or one of the events of a stream.
    private static JsonNode answer(HttpURLConnection connection, JsonNode id) throws IOException {
        try (var in =
                new BufferedReader(
                        new InputStreamReader(
                                connection.getInputStream(), StandardCharsets.UTF_8))) {
            for (var line = in.readLine(); line != null; line = in.readLine()) {
                var said =
                        switch (JsonRpc.parse(line.replaceFirst("^data: ?", ""))) {
                            case JsonRpc.Response(var to, var result) when to.equals(id) -> result;
                            case JsonRpc.ErrorResponse error when error.id().equals(id) ->
                                    throw new IOException(error.message());
                            case JsonRpc _ -> MissingNode.getInstance(); // something else
                        };
                if (!said.isMissingNode()) {
                    return said;
                }
            }
        }
        throw new IOException("The connection ended before the answer.");
    }
}
