package dev.parley.testing;

import dev.parley.base.json.Json;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A WebSocket client that keeps what it hears.
public final class SocketClient implements WebSocket.Listener, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final StringBuilder message = new StringBuilder();
    private final boolean reads;
    private final WebSocket socket;

    private SocketClient(WebSocket.Builder builder, int port, boolean reads) {
        this.reads = reads;
        socket = builder.buildAsync(URI.create("ws://127.0.0.1:" + port + "/ws"), this).join();
    }

    public static SocketClient open(HttpClient client, int port, String... headers) {
        return new SocketClient(builder(client, headers), port, true);
    }

    /// One that never reads.
    public static SocketClient deaf(HttpClient client, int port, String... headers) {
        return new SocketClient(builder(client, headers), port, false);
    }

    private static WebSocket.Builder builder(HttpClient client, String... headers) {
        var builder = client.newWebSocketBuilder();
        for (var at = 0; at < headers.length; at += 2) {
            builder.header(headers[at], headers[at + 1]);
        }
        return builder;
    }

    @Override
    public void onOpen(WebSocket opened) {
        if (reads) {
            opened.request(1);
        }
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean isLast) {
        message.append(data);
        if (isLast) {
            heard.add(message.toString());
            message.setLength(0);
        }
        from.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        closed.complete(code);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        closed.complete(-1);
    }

    public WebSocket socket() {
        return socket;
    }

    public SocketClient send(String text) {
        socket.sendText(text, true).join();
        return this;
    }

    /// The next message.
    public String hear() throws InterruptedException {
        var text = heard.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (text == null) {
            throw new AssertionError("Nothing came");
        }
        return text;
    }

    /// The next message with this type; others are skipped.
    public JsonNode hear(String type) throws InterruptedException {
        while (true) {
            var json = Json.parseObject(hear()).orElseThrow();
            if (json.path("type").asString("").equals(type)) {
                return json;
            }
        }
    }

    /// The code it was closed with; -1 if the connection just broke.
    public int awaitClose() throws Exception {
        return closed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    public boolean isClosed() {
        return closed.isDone();
    }

    @Override
    public void close() {
        socket.abort();
    }
}
