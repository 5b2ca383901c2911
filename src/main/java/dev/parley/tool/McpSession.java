package dev.parley.tool;

import dev.parley.base.json.Json;
import dev.parley.wire.JsonRpc;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// What a client of an older revision said in its handshake, and what it is being asked. Newer ones
/// say everything in each request. Thread-safe.
final class McpSession {
    private static final List<String> LEVELS =
            List.of(
                    "debug",
                    "info",
                    "notice",
                    "warning",
                    "error",
                    "critical",
                    "alert",
                    "emergency");

    private volatile JsonNode capabilities = MissingNode.getInstance();
    private volatile String name = "";
    private volatile String level = "info";
    private final AtomicLong asked = new AtomicLong();
    private final Map<JsonNode, CompletableFuture<JsonNode>> open = new ConcurrentHashMap<>();

    void shakeHands(JsonNode params) {
        capabilities = params.path("capabilities");
        name = params.path("clientInfo").path("name").asString("");
    }

    JsonNode capabilities() {
        return capabilities;
    }

    String name() {
        return name;
    }

    String level() {
        return level;
    }

    void level(String level) {
        if (!LEVELS.contains(level)) {
            throw McpError.invalid(
                    "There is no level \"" + level + "\". Use one of " + LEVELS + ".");
        }
        this.level = level;
    }

    /// Whether something of a level is worth telling to whoever wants to know another one.
    static boolean isWorth(String level, String wanted) {
        return LEVELS.contains(wanted) && LEVELS.indexOf(level) >= LEVELS.indexOf(wanted);
    }

    /// Asks the client and waits for it.
    JsonNode ask(ClientRequest request, Consumer<JsonRpc.Message> out) throws InterruptedException {
        var id = JsonRpc.id(asked.incrementAndGet());
        var answer = new CompletableFuture<JsonNode>();
        open.put(id, answer);
        try {
            out.accept(new JsonRpc.Request(id, request.method(), request.params()));
            return answer.get();
        } catch (InterruptedException e) {
            var params = Json.object().put("reason", "It was answered elsewhere.");
            params.set("requestId", id);
            out.accept(new JsonRpc.Notification("notifications/cancelled", params));
            throw e;
        } catch (ExecutionException e) {
            throw new McpError(
                    JsonRpc.INTERNAL_ERROR,
                    "The client did not answer: " + Optional.ofNullable(e.getCause()).orElse(e),
                    null);
        } finally {
            open.remove(id);
        }
    }

    void hear(JsonRpc.Response response) {
        var waiting = open.remove(response.id());
        if (waiting != null) {
            waiting.complete(response.result());
        }
    }

    void hear(JsonRpc.ErrorResponse response) {
        var waiting = open.remove(response.id());
        if (waiting != null) {
            waiting.completeExceptionally(new IllegalStateException(response.message()));
        }
    }
}
