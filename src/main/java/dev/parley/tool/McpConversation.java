package dev.parley.tool;

import dev.parley.base.json.Json;
import dev.parley.wire.JsonRpc;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// One client's talk with the [McpServer]: several calls at once, each on a virtual thread of its
/// own; a cancelled one ends; while one takes long, its client is told that it goes on.
/// Thread-safe; what goes out is handed over one message at a time for each request.
public final class McpConversation implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(McpConversation.class);

    private final McpServer server;
    private final McpServer.Client client;
    private final Duration progressEvery;
    private final McpSession session = new McpSession();
    private final Map<JsonNode, Thread> open = new HashMap<>(); // guarded by this
    private int answering; // guarded by this
    private boolean isClosed; // guarded by this

    /// @param progressEvery how often a client that asked for progress hears of a call that runs
    public McpConversation(McpServer server, McpServer.Client client, Duration progressEvery) {
        this.server = server;
        this.client = client;
        this.progressEvery = progressEvery;
    }

    /// Takes a message and returns at once. Answers, and progress before them, go to `out`, from
    /// any thread; a request that is cancelled gets no answer.
    ///
    /// @param onDone runs when nothing more will come for this message
    public void receive(JsonRpc message, Consumer<JsonRpc.Message> out, Runnable onDone) {
        switch (message) {
            case JsonRpc.Request request -> begin(request, out, onDone);
            case JsonRpc.Notification notification -> {
                if (notification.method().equals("notifications/cancelled")) {
                    cancel(notification.params().path("requestId"));
                }
                onDone.run();
            }
            case JsonRpc.Malformed(_, var reason) -> {
                out.accept(
                        JsonRpc.ErrorResponse.to(
                                NullNode.getInstance(), JsonRpc.PARSE_ERROR, reason));
                onDone.run();
            }
            case JsonRpc.Response response -> {
                session.hear(response);
                onDone.run();
            }
            case JsonRpc.ErrorResponse response -> {
                session.hear(response);
                onDone.run();
            }
        }
    }

    /// Kimi and OpenCode cancel every call again when their turn is over: one that is answered is
    /// not there any more.
    public synchronized void cancel(JsonNode id) {
        var call = open.remove(id);
        if (call != null) {
            call.interrupt();
        }
    }

    /// Ends every call that runs, without an answer: the turn they belong to is over, and nobody
    /// waits. Qwen 0.24 takes an answer to a call that it has given up for a broken connection, and
    /// its next turn begins while it connects anew and has no tools.
    public synchronized void endCalls() {
        open.values().forEach(Thread::interrupt);
        open.clear();
    }

    private void begin(JsonRpc.Request request, Consumer<JsonRpc.Message> out, Runnable onDone) {
        var thread =
                Thread.ofVirtual()
                        .name("mcp-" + request.method())
                        .unstarted(() -> {
                            try {
                                answer(request, out);
                            } finally {
                                onDone.run();
                            }
                        });
        synchronized (this) {
            if (isClosed || open.containsKey(request.id())) {
                out.accept(
                        JsonRpc.ErrorResponse.to(
                                request.id(),
                                JsonRpc.INVALID_REQUEST,
                                isClosed ? "The session is over." : "This id is in use."));
                onDone.run();
                return;
            }
            open.put(request.id(), thread);
        }
        thread.start();
    }

    private void answer(JsonRpc.Request request, Consumer<JsonRpc.Message> out) {
        var progress = new Progress(request, out);
        JsonRpc.Message answer;
        try {
            answer = server.answer(client, session, request, progress::tell);
        } catch (InterruptedException _) {
            // Whoever ended it does not wait for an answer: then it is forgotten already.
            answer =
                    JsonRpc.ErrorResponse.to(
                            request.id(), JsonRpc.INTERNAL_ERROR, "The call was interrupted.");
        } catch (RuntimeException e) {
            LOG.error("An MCP request for {} failed", request.method(), e);
            answer =
                    JsonRpc.ErrorResponse.to(
                            request.id(), JsonRpc.INTERNAL_ERROR, "Parley failed; see its log.");
        } finally {
            progress.close();
        }
        // The client may use the id again as soon as it has the answer.
        if (forget(request)) {
            try {
                out.accept(answer);
            } finally {
                answered();
            }
        }
    }

    /// Waits until everything is answered, or the time is over.
    public synchronized void awaitAnswers(Duration atMost) throws InterruptedException {
        var until = System.nanoTime() + atMost.toNanos();
        while (!open.isEmpty() || answering > 0) {
            var left = (until - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return;
            }
            wait(left);
        }
    }

    private synchronized boolean forget(JsonRpc.Request request) {
        var isOpen = open.remove(request.id(), Thread.currentThread());
        answering += isOpen ? 1 : 0;
        return isOpen;
    }

    private synchronized void answered() {
        answering--;
        notifyAll();
    }

    /// Tells that a call goes on: some CLIs give one up that is silent for long. A tool that tells
    /// its progress itself is left to it. Nothing comes from here once it is closed.
    private final class Progress implements AutoCloseable {
        private final JsonNode token;
        private final Consumer<JsonRpc.Message> out;
        private final Thread clock;
        private boolean isOver; // guarded by this
        private boolean isTold; // guarded by this

        Progress(JsonRpc.Request request, Consumer<JsonRpc.Message> out) {
            this.out = out;
            token = request.params().path("_meta").path("progressToken");
            clock = Thread.ofVirtual().name("mcp-progress").unstarted(this::run);
            if (!token.isMissingNode() && request.method().equals("tools/call")) {
                clock.start();
            }
        }

        private void run() {
            try {
                for (var step = 1; ; step++) {
                    Thread.sleep(progressEvery);
                    send(step);
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        private synchronized void send(int step) {
            if (!isOver && !isTold) {
                var params = Json.object().put("progress", step).put("message", "still waiting");
                params.set("progressToken", token);
                out.accept(new JsonRpc.Notification("notifications/progress", params));
            }
        }

        /// What the server tells before the answer.
        synchronized void tell(JsonRpc.Message message) {
            if (isOver) {
                return;
            }
            isTold |=
                    message instanceof JsonRpc.Notification(var method, _)
                            && method.equals("notifications/progress");
            out.accept(message);
        }

        @Override
        public synchronized void close() {
            isOver = true;
            clock.interrupt();
        }
    }

    /// Ends every call that runs; nobody gets an answer any more.
    @Override
    public synchronized void close() {
        isClosed = true;
        open.values().forEach(Thread::interrupt);
        open.clear();
    }
}
