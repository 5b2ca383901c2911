package dev.parley.door.http;

import dev.parley.problem.Problem;

import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.BindException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;

/// The socket: Jetty on the loopback address, one virtual thread per request, everything else in
/// [Gate] and [Routes].
public final class HttpServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);
    private static final int MOST_BODY = 16 * 1024 * 1024;
    private static final Response.Whole FAULT =
            new Response.Whole(
                    500,
                    "text/plain;charset=utf-8",
                    "Something in Parley failed; its log says what.\n",
                    Map.of());

    private final Gate gate;
    private final Routes routes;
    private final Server server;
    private final ServerConnector connector;
    private final ClientWatch clients;
    private final Sockets sockets;

    public HttpServer(int port, Gate gate, Routes routes) {
        this.gate = gate;
        this.routes = routes;
        var threads = new QueuedThreadPool(16, 2);
        threads.setName("http");
        threads.setVirtualThreadsExecutor(
                Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("http-", 0).factory()));
        server = new Server(threads);
        var configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        // Or a token could be read with the letters of another one said earlier: Jetty completes
        // headers from those it remembers, and takes x for X unless it is told otherwise.
        configuration.setHeaderCacheCaseSensitive(true);
        connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration));
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        server.addConnector(connector);
        sockets = new Sockets(server);
        server.setHandler(new Entrance());
        clients = new ClientWatch();
    }

    /// Starts listening and returns the port.
    public int start() {
        try {
            server.start();
            return connector.getLocalPort();
        } catch (IOException e) {
            if (e instanceof BindException || e.getCause() instanceof BindException) {
                throw new Problem(
                        Problem.Kind.BUSY,
                        "Port " + connector.getPort() + " is in use by another program.",
                        "Choose another one with --port.");
            }
            throw new IllegalStateException("The server did not start", e);
        } catch (Exception e) {
            throw new IllegalStateException("The server did not start", e);
        }
    }

    /// Blocks until the server is stopped.
    public void join() throws InterruptedException {
        server.join();
    }

    @Override
    public void close() {
        sockets.close();
        try {
            server.stop();
            clients.close();
        } catch (Exception e) {
            LOG.warn("The server did not stop cleanly", e);
        }
    }

    private final class Entrance extends Handler.Abstract {
        @Override
        public boolean handle(
                org.eclipse.jetty.server.Request jetty,
                org.eclipse.jetty.server.Response out,
                Callback done) {
            try {
                if (Sockets.isAsked(jetty)) {
                    return openSocket(jetty, out, done);
                }
                var answer = answer(jetty);
                if (answer instanceof Response.Whole whole) {
                    write(whole, out, done);
                } else {
                    answerWatched(answer, jetty, out, done);
                }
            } catch (InterruptedException | IOException _) {
                done.failed(new EofException("The client went away")); // Jetty keeps quiet about it
            } catch (RuntimeException e) {
                fail(e, jetty, out, done);
            }
            return true;
        }
    }

    /// What takes its time ends when the client hangs up.
    private void answerWatched(
            Response answer,
            org.eclipse.jetty.server.Request jetty,
            org.eclipse.jetty.server.Response out,
            Callback done)
            throws InterruptedException, IOException {
        var endPoint = jetty.getConnectionMetaData().getConnection().getEndPoint();
        var whole = Optional.<Response.Whole>empty();
        var watched = clients.watch(endPoint);
        try {
            whole = play(answer, out);
        } catch (Response.Refused refused) {
            whole = Optional.of(refused.answer());
        } finally {
            watched.close();
        }
        if (Thread.interrupted() || watched.isGone()) {
            throw new InterruptedException();
        }
        if (whole.isPresent()) {
            write(whole.get(), out, done);
        } else {
            done.succeeded();
        }
    }

    private static Optional<Response.Whole> play(
            Response answer, org.eclipse.jetty.server.Response out)
            throws InterruptedException, IOException {
        return switch (answer) {
            case Response.Whole whole -> Optional.of(whole);
            case Response.Awaited(var work) -> Optional.of(work.run());
            case Response.Events(var source, var pulse) -> {
                new EventStreamWriter(out, pulse).play(source);
                yield Optional.empty();
            }
        };
    }

    private boolean openSocket(
            org.eclipse.jetty.server.Request jetty,
            org.eclipse.jetty.server.Response out,
            Callback done)
            throws IOException {
        try {
            var request = read(jetty, "");
            var isKnown = gate.checkSocket(request);
            var handler =
                    routes.socketAt(request.path())
                            .orElseThrow(() ->
                                    Problem.notFound(
                                            "There is no WebSocket at " + request.path() + ".",
                                            "Open /ws."));
            return sockets.open(jetty, out, done, handler, isKnown);
        } catch (Problem problem) {
            write(Response.problem(problem), out, done);
            return true;
        }
    }

    /// What Jetty refuses to read is the asker's fault and Jetty says so. A problem that shows only
    /// once the work has begun is told as any other. Any other exception is a fault of ours: the
    /// log gets to know it, the outside does not.
    private static void fail(
            RuntimeException e,
            org.eclipse.jetty.server.Request jetty,
            org.eclipse.jetty.server.Response out,
            Callback done) {
        if (e instanceof HttpException) {
            done.failed(e);
            return;
        }
        if (e instanceof Problem problem && !out.isCommitted()) {
            write(Response.problem(problem), out, done);
            return;
        }
        LOG.error("A request failed: {} {}", jetty.getMethod(), jetty.getHttpURI().getPath(), e);
        if (out.isCommitted()) {
            done.failed(e);
        } else {
            write(FAULT, out, done);
        }
    }

    private Response answer(org.eclipse.jetty.server.Request jetty)
            throws InterruptedException, IOException {
        try {
            var head = read(jetty, "");
            var key = gate.check(head);
            return routes.handle(read(jetty, body(jetty)).by(key));
        } catch (Problem problem) {
            return routes.explain(
                    org.eclipse.jetty.server.Request.getPathInContext(jetty), problem);
        }
    }

    private static String body(org.eclipse.jetty.server.Request jetty) throws IOException {
        try (var in = Content.Source.asInputStream(jetty)) {
            var body = in.readNBytes(MOST_BODY + 1);
            if (body.length > MOST_BODY) {
                throw new Problem(
                        Problem.Kind.TOO_LARGE,
                        "The body is larger than 16 MB.",
                        "Send less at once.");
            }
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    private static Request read(org.eclipse.jetty.server.Request jetty, String body) {
        var headers = new HashMap<String, String>();
        for (HttpField field : jetty.getHeaders()) {
            headers.put(field.getName().toLowerCase(Locale.ROOT), String.valueOf(field.getValue()));
        }
        var query = new HashMap<String, String>();
        for (Fields.Field field : org.eclipse.jetty.server.Request.extractQueryParameters(jetty)) {
            query.put(field.getName(), field.getValue());
        }
        return new Request(
                jetty.getMethod(),
                org.eclipse.jetty.server.Request.getPathInContext(jetty),
                Map.of(),
                query,
                headers,
                body);
    }

    private static void write(
            Response.Whole whole, org.eclipse.jetty.server.Response out, Callback done) {
        out.setStatus(whole.status());
        out.getHeaders().put("Content-Type", whole.contentType());
        out.getHeaders().put("Cache-Control", "no-store");
        out.getHeaders().put("X-Content-Type-Options", "nosniff");
        whole.headers().forEach(out.getHeaders()::put);
        out.write(true, ByteBuffer.wrap(whole.body().getBytes(StandardCharsets.UTF_8)), done);
    }
}
