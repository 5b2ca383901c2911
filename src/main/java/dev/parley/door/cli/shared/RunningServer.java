package dev.parley.door.cli.shared;

import dev.parley.api.Accepted;
import dev.parley.api.NewSession;
import dev.parley.api.PendingApproval;
import dev.parley.api.SearchRequest;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.http.Token;
import dev.parley.door.json.ActionJson;
import dev.parley.door.json.LiveJson;
import dev.parley.door.json.OfferJson;
import dev.parley.door.mcp.McpBackend;
import dev.parley.door.mcp.ServerBackend;
import dev.parley.event.Action;
import dev.parley.event.Envelope;
import dev.parley.event.EventJson;
import dev.parley.event.Offer;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The Parley that runs on this machine already, asked over HTTP with the token of its data
/// directory.
public final class RunningServer implements SessionClient {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration QUICK = Duration.ofSeconds(2);
    private static final Duration AS_IT_RUNS = Duration.ofSeconds(15);
    private static final Duration BEFORE_RETRY = Duration.ofMillis(300);

    private final LocalHttp http;
    private final String base;
    private final Program app;
    private final String token;
    private boolean isRefused;

    private RunningServer(Program app, int port, String token) {
        this.app = app;
        this.http = new LocalHttp(port, token);
        this.base = "http://127.0.0.1:" + port;
        this.token = token;
    }

    /// The server on a port that was named, one that runs wherever it listens, or one where the
    /// configuration says.
    ///
    /// @throws Problem when one runs and does not answer: to do its work here would be to do it
    ///   twice
    public static Optional<RunningServer> find(Program app, @Nullable Integer port)
            throws InterruptedException {
        var file = app.directories().tokenFile();
        if (!Files.exists(file)) {
            return Optional.empty(); // nobody was ever here
        }
        var token = Token.in(file).value();
        if (port != null) {
            return Optional.of(new RunningServer(app, port, token))
                    .filter(server -> server.isOurs(QUICK));
        }
        for (var record : ServerRecord.running(app.directories().servers())) {
            var server = new RunningServer(app, record.port(), token);
            if (server.isOurs(AS_IT_RUNS)) {
                return Optional.of(server);
            }
            if (!server.isRefused()) {
                throw new Problem(
                        Problem.Kind.BUSY,
                        "The Parley server on port " + record.port() + " does not answer.",
                        "Try again, or end its process " + record.process() + ".");
            }
        }
        return Optional.of(new RunningServer(app, app.port(), token))
                .filter(server -> server.isOurs(QUICK));
    }

    /// The same, or the sentence that there is none.
    public static RunningServer named(Program app, @Nullable Integer port)
            throws InterruptedException {
        return find(app, port)
                .orElseThrow(() ->
                        Problem.notFound(
                                "No Parley server is running"
                                        + (port == null ? "." : " on port " + port + "."),
                                "Start one with `parley up`; if it listens elsewhere, say where with --port."));
    }

    /// Asked for its health first: another program there does not get to see the token.
    private boolean isOurs(Duration patience) {
        isRefused = false;
        try {
            return http.look("/healthz", patience).body().equals("ok\n")
                    && http.ask("GET", "/api/live?limit=1", null, patience).status() == 200;
        } catch (ConnectException _) {
            isRefused = true;
            return false;
        } catch (IOException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// No program listens there: the server has not begun, or is about to end.
    private boolean isRefused() {
        return isRefused;
    }

    /// Whether it is still there.
    public boolean isThere() {
        return isOurs(QUICK);
    }

    /// The address of its page, with a link that signs in once.
    public String newLink() throws InterruptedException {
        return base + post("/api/links", Json.object()).path("path").asString("/");
    }

    /// Its tools, for a client that works in a project.
    ///
    /// @param pass what the client has if it is an agent of ours
    public McpBackend mcp(Path project, Optional<String> pass) {
        var client = HttpClient.newHttpClient();
        return new ServerBackend(client, URI.create(base + "/mcp"), token, project, pass);
    }

    public JsonNode get(String path) throws InterruptedException {
        return ask("GET", path, null);
    }

    public JsonNode post(String path, JsonNode body) throws InterruptedException {
        return ask("POST", path, Json.write(body));
    }

    public JsonNode delete(String path) throws InterruptedException {
        return ask("DELETE", path, null);
    }

    /// A piece of a path.
    public static String part(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    public JsonNode search(SearchRequest request) throws InterruptedException {
        return get(
                "/api/search?q="
                        + part(request.text())
                        + "&limit="
                        + request.limit()
                        + (request.isNewestFirst() ? "&sort=newest" : ""));
    }

    @Override
    public SessionInfo start(NewSession request) throws InterruptedException {
        return LiveJson.sessionInfo(post("/api/live", LiveJson.of(request)));
    }

    @Override
    public Accepted ask(SessionId session, Action action) throws InterruptedException {
        var answer = post("/api/live/" + session + "/actions", ActionJson.of(action));
        return Json.read(answer, Accepted.class);
    }

    @Override
    public Offer offer(SessionId session) throws InterruptedException {
        return OfferJson.choices(get("/api/view/" + session + "/commands"));
    }

    /// The questions that wait for a person, the oldest first.
    public List<PendingApproval> approvals() throws InterruptedException {
        return get("/api/approvals").valueStream().map(LiveJson::approval).toList();
    }

    /// A connection that breaks is made again where it was.
    @Override
    public void follow(SessionId session, long after, Consumer<Envelope> sink)
            throws InterruptedException {
        var last = new long[] {after};
        while (!Thread.interrupted()) {
            try {
                read(session, last, sink);
            } catch (IOException _) {
                // It went away, or we did.
            }
            Thread.sleep(BEFORE_RETRY);
            if (find().isEmpty()) {
                return;
            }
        }
        throw new InterruptedException();
    }

    /// What a stream of the server tells, until it ends or the thread is interrupted.
    public void events(String path, Consumer<JsonNode> sink) throws InterruptedException {
        try {
            each(path, sink);
        } catch (IOException _) {
            // It went away, or we did.
        }
    }

    private Optional<RunningServer> find() throws InterruptedException {
        return isOurs(QUICK) ? Optional.of(this) : Optional.empty();
    }

    private void read(SessionId session, long[] last, Consumer<Envelope> sink)
            throws IOException, InterruptedException {
        each(
                "/api/live/" + session + "/events?after=" + last[0],
                json -> {
                    var envelope = EventJson.read(json);
                    last[0] = envelope.sequenceNumber();
                    sink.accept(envelope);
                });
    }

    private void each(String path, Consumer<JsonNode> sink)
            throws IOException, InterruptedException {
        try (var answer = http.follow(path);
                var lines =
                        new BufferedReader(new InputStreamReader(answer, StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("data: ")) {
                    Json.parseOwn(line.substring("data: ".length())).ifPresent(sink);
                }
            }
        }
    }

    @Override
    public boolean isShared() {
        return true;
    }

    private JsonNode ask(String method, String path, @Nullable String body)
            throws InterruptedException {
        try {
            var answer = http.ask(method, path, body, PATIENCE);
            var json = Json.parseOwn(answer.body()).orElseGet(Json::object);
            if (answer.status() >= 400) {
                throw withPath(problem(json, answer.status()));
            }
            return json;
        } catch (IOException e) {
            throw new Problem(
                            Problem.Kind.AGENT_FAILED,
                            "The Parley server does not answer: " + e.getMessage(),
                            "Look at what `parley up` printed, and start it again.")
                    .causedBy(e);
        }
    }

    /// A server that was started elsewhere may lack a CLI that is on the path of this terminal.
    private Problem withPath(Problem problem) throws InterruptedException {
        if (problem.kind() != Problem.Kind.AGENT_NOT_INSTALLED) {
            return problem;
        }
        var name = problem.message().replaceFirst("^.*: ", "");
        var path = app.checkup().placeOf(name);
        return path.isEmpty()
                ? problem
                : new Problem(
                        problem.kind(),
                        "The server does not find " + name + ", but this terminal has it.",
                        "It is "
                                + path.get()
                                + ": start the server from here with `parley stop` and `parley up --background`, or name the path in its settings.");
    }

    private static Problem problem(JsonNode json, int status) {
        var kind =
                Arrays.stream(Problem.Kind.values())
                        .filter(one -> one.name().equals(json.path("kind").asString("")))
                        .findFirst()
                        .orElse(Problem.Kind.AGENT_FAILED);
        return new Problem(
                kind,
                json.path("title").asString("The Parley server answered " + status + "."),
                json.path("detail").asString("Its log says more."));
    }
}
