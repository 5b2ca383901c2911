package dev.parley.door.rest;

import dev.parley.api.TerminalEvent;
import dev.parley.api.TerminalRequest;
import dev.parley.base.json.Json;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.json.LiveJson;
import dev.parley.door.json.Messages;
import dev.parley.work.OpenTerminals;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/// `/api/terminals`: terminals over HTTP. A client that types much takes the WebSocket.
public final class TerminalRoutes {
    /// How many pieces of output may wait for a client before it is cut off.
    private static final int MOST_WAITING = 1000;

    private final OpenTerminals terminals;

    public TerminalRoutes(OpenTerminals terminals) {
        this.terminals = terminals;
    }

    private record Typed(@Nullable String data) {}

    private record Resized(@Nullable Integer columns, @Nullable Integer rows) {}

    public void register(Routes routes) {
        routes.post("/api/terminals", this::open);
        routes.get("/api/terminals", _ -> Response.json(Json.tree(terminals.list())));
        routes.get("/api/terminals/{id}", request -> Response.json(terminals.info(id(request))));
        routes.post("/api/terminals/{id}/input", this::type);
        routes.post("/api/terminals/{id}/resize", this::resize);
        routes.delete("/api/terminals/{id}", this::close);
        routes.get("/api/terminals/{id}/output", this::output);
    }

    private Response open(Request request) throws InterruptedException {
        return Response.json(201, terminals.open(body(request, TerminalRequest.class)));
    }

    private Response type(Request request) {
        var data = Messages.required(body(request, Typed.class).data(), "data", "The body");
        return Response.json(202, terminals.type(id(request), data));
    }

    private Response resize(Request request) {
        var resized = body(request, Resized.class);
        var columns = Messages.required(resized.columns(), "columns", "The body");
        var rows = Messages.required(resized.rows(), "rows", "The body");
        return Response.json(202, terminals.resize(id(request), columns, rows));
    }

    private Response close(Request request) throws InterruptedException {
        return Response.json(terminals.close(id(request)));
    }

    private Response output(Request request) {
        var terminal = terminals.info(id(request)).terminalId();
        var asked = Numbers.in(request, "after", 0, Long.MAX_VALUE);
        var after = asked.isPresent() ? asked : Numbers.lastEventId(request);
        return new Response.Events(out -> {
            var queue = new ArrayBlockingQueue<TerminalEvent>(MOST_WAITING);
            var isTooSlow = new AtomicBoolean();
            try (var _ =
                    terminals.watch(
                            terminal,
                            after,
                            event -> isTooSlow.compareAndSet(false, !queue.offer(event)))) {
                while (!isTooSlow.get()) {
                    var event = queue.take();
                    var json = Json.write(LiveJson.of(event));
                    switch (event) {
                        case TerminalEvent.Printed printed -> out.write(printed.position(), json);
                        case TerminalEvent.Exited _ -> {
                            out.write(json);
                            return;
                        }
                    }
                }
            }
        });
    }

    private static String id(Request request) {
        return request.parameters().getOrDefault("id", "");
    }

    private static <T> T body(Request request, Class<T> shape) {
        return Messages.read(Messages.object(request.body(), "The body"), "The body", shape);
    }
}
