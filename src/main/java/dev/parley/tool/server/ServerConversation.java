package dev.parley.tool.server;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.wire.JsonRpc;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/// A conversation with one MCP server, as its client. Any number of calls run at once. Thread-safe.
final class ServerConversation implements ServerLink.Listener {
    /// What servers of today speak that still begin with `initialize`.
    static final String REVISION = "2025-06-18";

    private static final Duration START = Duration.ofSeconds(60);
    private static final int MOST_TOOLS = 100;
    private static final int MOST_PAGES = 20;

    private final String name;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<JsonNode, CompletableFuture<JsonRpc>> open = new ConcurrentHashMap<>();
    private final ServerLink link;
    private volatile @Nullable String over;
    private List<JsonNode> tools = List.of();

    private ServerConversation(String name, Function<ServerLink.Listener, ServerLink> links) {
        this.name = name;
        link = links.apply(this);
    }

    /// Begins it, and learns which tools there are.
    static ServerConversation begin(
            String name, String version, Function<ServerLink.Listener, ServerLink> links)
            throws InterruptedException {
        var conversation = new ServerConversation(name, links);
        try {
            conversation.greet(version);
            return conversation;
        } catch (Problem | InterruptedException e) {
            conversation.close();
            throw e;
        }
    }

    private void greet(String version) throws InterruptedException {
        var hello = Json.object().put("protocolVersion", REVISION);
        hello.putObject("capabilities");
        hello.putObject("clientInfo").put("name", "parley").put("version", version);
        ask("initialize", hello, START);
        link.send(new JsonRpc.Notification("notifications/initialized", Json.object()));
        var found = new ArrayList<JsonNode>();
        var cursor = "";
        for (var page = 0; page < MOST_PAGES && found.size() < MOST_TOOLS; page++) {
            var params = Json.object();
            if (!cursor.isEmpty()) {
                params.put("cursor", cursor);
            }
            var list = ask("tools/list", params, START);
            list.path("tools").valueStream().limit(MOST_TOOLS).forEach(found::add);
            cursor = list.path("nextCursor").asString("");
            if (cursor.isEmpty()) {
                break;
            }
        }
        tools = List.copyOf(found.subList(0, Math.min(MOST_TOOLS, found.size())));
    }

    /// As the server declares them.
    List<JsonNode> tools() {
        return tools;
    }

    boolean isOver() {
        return over != null;
    }

    JsonNode call(String tool, JsonNode arguments, Duration most) throws InterruptedException {
        var params = Json.object().put("name", tool);
        params.set("arguments", arguments);
        return ask("tools/call", params, most);
    }

    private JsonNode ask(String method, ObjectNode params, Duration most)
            throws InterruptedException {
        var id = JsonRpc.id(numbers.incrementAndGet());
        var answer = new CompletableFuture<JsonRpc>();
        open.put(id, answer);
        var why = over;
        if (why != null) {
            open.remove(id);
            throw failed(why);
        }
        try {
            link.send(new JsonRpc.Request(id, method, params));
            return switch (answer.get(most.toMillis(), TimeUnit.MILLISECONDS)) {
                case JsonRpc.Response(_, var result) -> result;
                case JsonRpc.ErrorResponse(_, _, var message, _) -> throw failed(message);
                case JsonRpc.Message _, JsonRpc.Malformed _ -> throw failed("it made no sense");
            };
        } catch (TimeoutException _) {
            giveUp(id);
            throw failed("it did not answer within " + most.toSeconds() + " s");
        } catch (ExecutionException e) {
            throw failed(String.valueOf(e.getCause() == null ? e : e.getCause().getMessage()));
        } catch (InterruptedException e) {
            giveUp(id);
            throw e;
        } finally {
            open.remove(id);
        }
    }

    private Problem failed(String why) {
        return Problem.invalid(
                "The MCP server " + name + " failed: " + why,
                "Look at \"mcpServers\" of the agent.");
    }

    /// Not on this thread, which may be interrupted.
    private void giveUp(JsonNode id) {
        var params = Json.object().put("reason", "Nobody waits for it any more.");
        params.set("requestId", id);
        Thread.startVirtualThread(
                () -> send(new JsonRpc.Notification("notifications/cancelled", params)));
    }

    private void send(JsonRpc.Message message) {
        try {
            link.send(message);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void heard(JsonRpc message) {
        switch (message) {
            case JsonRpc.Response(var id, _) -> answered(id, message);
            case JsonRpc.ErrorResponse(var id, _, _, _) -> answered(id, message);
            case JsonRpc.Request(var id, var method, _) ->
                    Thread.startVirtualThread(() -> send(answer(id, method)));
            case JsonRpc.Notification _, JsonRpc.Malformed _ -> {} // servers log on any stream
        }
    }

    /// It is offered nothing: neither files nor models nor people.
    private static JsonRpc.Message answer(JsonNode id, String method) {
        return method.equals("ping")
                ? new JsonRpc.Response(id, Json.object())
                : JsonRpc.ErrorResponse.to(id, JsonRpc.METHOD_NOT_FOUND, "Parley offers no such");
    }

    private void answered(JsonNode id, JsonRpc message) {
        var waiting = open.get(id);
        if (waiting != null) {
            waiting.complete(message);
        }
    }

    @Override
    public void ended(String why) {
        over = why;
        open.values().forEach(it -> it.completeExceptionally(new IllegalStateException(why)));
    }

    void close() {
        ended("it was closed");
        link.close();
    }
}
