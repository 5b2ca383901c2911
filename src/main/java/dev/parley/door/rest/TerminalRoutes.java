package dev.parley.door.rest;

import dev.parley.api.TerminalEvent;
import dev.parley.api.TerminalRequest;
import dev.parley.base.json.Json;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.live.Messages;
import dev.parley.workspace.terminal.Terminal;
import dev.parley.workspace.terminal.Terminals;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/// `/api/terminals`: terminals over HTTP. Who types much takes the WebSocket.
public final class TerminalRoutes {
    /// How many pieces of output may wait for a client before it is cut off.
    private static final int MOST_WAITING = 1000;

    private final Terminals terminals;

    public TerminalRoutes(Terminals terminals) {
        this.terminals = terminals;
    }

    private record Typed(@Nullable String data) {}

    private record Resized(@Nullable Integer columns, @Nullable Integer rows) {}

    public void register(Routes routes) {
        routes.post("/api/terminals", this::open);
        routes.get("/api/terminals", _ -> Response.json(Json.tree(terminals.list())));
        routes.get("/api/terminals/{id}", request -> Response.json(named(request).info()));
        routes.post("/api/terminals/{id}/input", this::type);
        routes.post("/api/terminals/{id}/resize", this::resize);
        routes.delete("/api/terminals/{id}", this::close);
        routes.get("/api/terminals/{id}/output", this::output);
    }

    private Response open(Request request) throws InterruptedException {
        return Response.json(201, terminals.open(body(request, TerminalRequest.class)).info());
    }

    private Response type(Request request) {
        var typed = body(request, Typed.class);
        named(request).type(Messages.required(typed.data(), "data", "The body"));
        return Response.json(202, named(request).info());
    }

    private Response resize(Request request) {
        var resized = body(request, Resized.class);
        named(request)
                .resize(
                        Messages.required(resized.columns(), "columns", "The body"),
                        Messages.required(resized.rows(), "rows", "The body"));
        return Response.json(202, named(request).info());
    }

    private Response close(Request request) throws InterruptedException {
        var terminal = named(request);
        terminals.close(terminal.id());
        return Response.json(terminal.info());
    }

    private Response output(Request request) {
        var terminal = named(request);
        var asked = Numbers.in(request, "after", 0, Long.MAX_VALUE);
        var after = asked.isPresent() ? asked : Numbers.lastEventId(request);
        return new Response.Events(out -> {
            var queue = new ArrayBlockingQueue<TerminalEvent>(MOST_WAITING);
            var isTooSlow = new AtomicBoolean();
            var stop =
                    terminal.watch(
                            after, event -> isTooSlow.compareAndSet(false, !queue.offer(event)));
            try {
                while (!isTooSlow.get()) {
                    switch (queue.take()) {
                        case TerminalEvent.Printed printed ->
                                out.write(printed.position(), Json.write(json(printed)));
                        case TerminalEvent.Exited(_, var code) -> {
                            out.write(Json.write(Json.object().put("exitCode", code)));
                            return;
                        }
                    }
                }
            } finally {
                stop.run();
            }
        });
    }

    private static Object json(TerminalEvent.Printed printed) {
        var json = Json.object().put("data", printed.data()).put("position", printed.position());
        return printed.isReplay() ? json.put("replay", true) : json;
    }

    private Terminal named(Request request) {
        return terminals.named(request.parameters().getOrDefault("id", ""));
    }

    private static <T> T body(Request request, Class<T> shape) {
        return Messages.read(Messages.object(request.body(), "The body"), "The body", shape);
    }
}
