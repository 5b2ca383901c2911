package dev.parley.testing.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.parley.testing.model.Turn.Block;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/// A model server for tests. It listens on 127.0.0.1, speaks four model APIs, says what its script
/// says and remembers what it was sent. Requests that belong to a conversation use up the script in
/// order; side requests of a CLI get a harmless answer. One virtual thread per request.
public final class ScriptedModel implements AutoCloseable {
    static {
        // Read once, when the first server is made: without it each small chunk may wait 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private static final List<ModelApi> APIS =
            List.of(new AnthropicApi(), new ResponsesApi(), new ChatApi(), new GeminiApi());

    private final Script script = new Script();
    private final Function<ModelRequest, Reply> mind;
    private final List<ModelRequest> requests = new CopyOnWriteArrayList<>();
    private final List<String> strays = new CopyOnWriteArrayList<>();
    private final AtomicInteger turns = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    /// Says these replies in order, then "(script ended)".
    public static ScriptedModel saying(Reply... replies) {
        var model = new ScriptedModel(null);
        model.then(replies);
        return model;
    }

    /// Decides by the request, for tests with several conversations at once.
    public static ScriptedModel answering(Function<ModelRequest, Reply> mind) {
        return new ScriptedModel(mind);
    }

    private ScriptedModel(Function<ModelRequest, Reply> mind) {
        this.mind = mind == null ? script : mind;
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /// Adds to the script.
    public void then(Reply... replies) {
        script.add(List.of(replies));
    }

    /// `http://127.0.0.1:<port>`, without a path.
    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /// Everything asked so far, oldest first, side requests too.
    public List<ModelRequest> requests() {
        return List.copyOf(requests);
    }

    /// The requests that belong to a conversation.
    public List<ModelRequest> mainRequests() {
        return requests.stream().filter(request -> !request.isSideRequest()).toList();
    }

    /// Requests that are no question to a model, as `GET /path`.
    public List<String> strays() {
        return List.copyOf(strays);
    }

    /// How many replies were not asked for yet.
    public int unused() {
        return script.size();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        var path = exchange.getRequestURI().getPath();
        var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        var api = APIS.stream().filter(candidate -> candidate.serves(path)).findFirst();
        var wire = new Wire(exchange);
        if (api.isPresent() && exchange.getRequestMethod().equals("POST")) {
            answer(request(api.get(), exchange, path, body), wire);
            return;
        }
        strays.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
        var aside = APIS.stream().flatMap(candidate -> candidate.aside(path).stream()).findFirst();
        // Codex first tries a WebSocket on the path of its API; 426 makes it go on with plain HTTP
        // at once.
        var status = aside.isPresent() ? 200 : api.isPresent() ? 426 : 404;
        wire.json(status, aside.orElse(Json.object("error", "not served here")));
    }

    private ModelRequest request(ModelApi api, HttpExchange exchange, String path, String text) {
        var body = Json.parse(text);
        var headers = new TreeMap<String, String>();
        exchange.getRequestHeaders()
                .forEach((name, values) ->
                        headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
        var conversation = api.read(path, body);
        var side = api.isSide(body, conversation, headers.getOrDefault("user-agent", ""));
        var request =
                new ModelRequest(
                        api,
                        exchange.getRequestURI().toString(),
                        headers,
                        body,
                        conversation,
                        side);
        requests.add(request);
        return request;
    }

    private void answer(ModelRequest request, Wire wire) throws IOException {
        var reply = request.isSideRequest() ? SideAnswers.to(request) : mind.apply(request);
        switch (reply) {
            case Reply.Failure failure -> {
                wire.retryAfter(failure.retryAfter());
                wire.json(
                        failure.status(), request.api().error(failure.status(), failure.message()));
            }
            case Reply.Answer answer -> {
                var turn = turn(request, answer);
                var path = URI.create(request.path()).getPath();
                if (request.api().wantsStream(path, request.body())) {
                    wire.stream(request.api().stream(turn), answer);
                } else {
                    wire.json(200, request.api().whole(turn));
                }
            }
        }
    }

    private Turn turn(ModelRequest request, Reply.Answer answer) {
        var number = turns.incrementAndGet();
        var toolbox = new Toolbox(request.conversation());
        var blocks = new ArrayList<Block>();
        for (var part : answer.parts()) {
            blocks.add(toolbox.block(part, "call_" + number + "_" + blocks.size()));
        }
        return new Turn(number, request.modelName(), blocks, answer.tokens());
    }
}
