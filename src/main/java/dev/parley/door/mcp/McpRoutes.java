package dev.parley.door.mcp;

import dev.parley.base.problem.Problem;
import dev.parley.door.http.ForeignPage;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.tool.McpConversation;
import dev.parley.tool.McpError;
import dev.parley.tool.McpServer;
import dev.parley.wire.JsonRpc;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

/// `/mcp`: Streamable HTTP in both eras. A request of 2026-07-28 stands for itself; older clients
/// get a session with their handshake. An answer that comes soon is one JSON object. Otherwise, and
/// when there is something to tell before, it is a stream, and closing it ends the call.
public final class McpRoutes {
    private static final String PATH = "/mcp";
    private static final int FORBIDDEN = 403;
    private static final String SESSION = "mcp-session-id";

    /// The answer has begun by then, with a comment: some clients wait a minute for its first byte.
    private static final Duration SOON = Duration.ofSeconds(2);

    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

    private final McpServer server;
    private final Function<Request, McpServer.Client> clients;
    private final Duration progressEvery;
    private final McpSessions sessions = new McpSessions();

    /// @param clients who is behind a request
    public McpRoutes(
            McpServer server, Function<Request, McpServer.Client> clients, Duration progressEvery) {
        this.server = server;
        this.clients = clients;
        this.progressEvery = progressEvery;
    }

    public void register(Routes routes) {
        routes.explaining(PATH, McpRoutes::explain)
                .post(PATH, this::post)
                .delete(PATH, this::delete);
    }

    private static Response.Whole explain(Problem problem) {
        var error =
                JsonRpc.ErrorResponse.to(
                        NullNode.getInstance(),
                        JsonRpc.INVALID_REQUEST,
                        problem.message() + " " + problem.remedy());
        return whole(
                problem instanceof ForeignPage ? FORBIDDEN : problem.kind().httpStatus(), error);
    }

    private Response post(Request http) {
        return switch (JsonRpc.parse(http.body())) {
            case JsonRpc.Request request -> answer(http, request);
            case JsonRpc.Malformed(_, var reason) ->
                    whole(
                            400,
                            JsonRpc.ErrorResponse.to(
                                    NullNode.getInstance(), JsonRpc.PARSE_ERROR, reason));
            case JsonRpc other -> {
                session(http).ifPresent(it -> it.receive(other, _ -> {}, () -> {}));
                yield new Response.Whole(202, "application/json", "", Map.of());
            }
        };
    }

    private Response answer(Request http, JsonRpc.Request request) {
        var client = clients.apply(http);
        if (!McpHeaders.isModern(http, request.params())) {
            return legacy(http, request, client);
        }
        try {
            McpHeaders.check(http, request, schema(client, request));
        } catch (McpError error) {
            return whole(400, error.to(request.id()));
        }
        var conversation = new McpConversation(server, client, progressEvery);
        return stream(conversation, request, true);
    }

    private static Optional<JsonNode> schema(McpServer.Client client, JsonRpc.Request request) {
        return request.method().equals("tools/call")
                ? client.features().tools().findSchema(request.params().path("name").asString(""))
                : Optional.empty();
    }

    private Response legacy(Request http, JsonRpc.Request request, McpServer.Client client) {
        if (request.method().equals("initialize")) {
            var conversation = new McpConversation(server, client, progressEvery);
            var id = sessions.open(conversation);
            return new Response.Awaited(() -> {
                var answer = whole(200, only(conversation, request));
                return new Response.Whole(
                        answer.status(),
                        answer.contentType(),
                        answer.body(),
                        Map.of("Mcp-Session-Id", id));
            });
        }
        // Without a session it can be served all the same, it just cannot be asked anything.
        return stream(
                session(http).orElseGet(() -> new McpConversation(server, client, progressEvery)),
                request,
                false);
    }

    private static JsonRpc.Message only(McpConversation conversation, JsonRpc.Request request)
            throws InterruptedException {
        var out = new LinkedBlockingQueue<JsonRpc.Message>();
        conversation.receive(request, out::add, () -> {});
        return out.take();
    }

    /// @throws Problem when the client names a session that is not there any more
    private Optional<McpConversation> session(Request http) {
        return http.header(SESSION)
                .map(id ->
                        sessions.find(id)
                                .orElseThrow(() ->
                                        Problem.notFound(
                                                "There is no MCP session of this id any more.",
                                                "Begin a new one with initialize.")));
    }

    private Response delete(Request http) {
        if (http.header(SESSION).filter(sessions::close).isPresent()) {
            return new Response.Whole(204, "application/json", "", Map.of());
        }
        throw new Problem(
                http.header(SESSION).isPresent()
                        ? Problem.Kind.NOT_FOUND
                        : Problem.Kind.WRONG_METHOD,
                "There is no MCP session to end.",
                "Use POST; requests of 2026-07-28 need no session.");
    }

    private static Response stream(
            McpConversation conversation, JsonRpc.Request request, boolean isModern) {
        var isListening = request.method().equals("subscriptions/listen");
        return new Response.Events(
                out -> write(conversation, request, isModern, out),
                isListening ? KEEP_ALIVE : SOON);
    }

    private static void write(
            McpConversation conversation,
            JsonRpc.Request request,
            boolean isModern,
            Response.EventWriter out)
            throws InterruptedException {
        // As much as one call tells; the client reads it as it comes.
        var messages = new LinkedBlockingQueue<JsonRpc.Message>();
        conversation.receive(request, messages::add, () -> {});
        try {
            while (true) {
                var message = messages.take();
                if (message instanceof JsonRpc.Response
                        || message instanceof JsonRpc.ErrorResponse) {
                    // A whole answer if nothing was sent yet, else the last event.
                    throw new Response.Refused(
                            whole(status(message, isModern), message),
                            List.of(new Response.ServerEvent(null, message.line())));
                }
                out.write(message.line());
            }
        } catch (InterruptedException e) {
            conversation.cancel(request.id());
            throw e;
        }
    }

    private static int status(JsonRpc.Message message, boolean isModern) {
        if (!isModern || !(message instanceof JsonRpc.ErrorResponse error)) {
            return 200;
        }
        return switch (error.code()) {
            case JsonRpc.METHOD_NOT_FOUND -> 404;
            case McpError.HEADER_MISMATCH,
                    McpError.MISSING_CAPABILITY,
                    McpError.UNSUPPORTED_VERSION,
                    JsonRpc.INVALID_REQUEST ->
                    400;
            default -> 200;
        };
    }

    private static Response.Whole whole(int status, JsonRpc.Message message) {
        return new Response.Whole(status, "application/json", message.line(), Map.of());
    }

    /// Ends every session.
    public void close() {
        sessions.closeAll();
    }
}
