package dev.parley.door.http;

import dev.parley.base.problem.Problem;
import dev.parley.base.problem.Scarcity;

import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Takes a request from Jetty, asks [Gate] and [Routes], and gives the answer back.
final class Entrance extends Handler.Abstract {
    private static final int MOST_BODY = 16 * 1024 * 1024;

    private final Gate gate;
    private final Routes routes;
    private final ClientWatch clients;
    private final Sockets sockets;
    private final Connections connections;
    private final FaultLog faults = new FaultLog(LoggerFactory.getLogger(Entrance.class));

    Entrance(
            Gate gate,
            Routes routes,
            ClientWatch clients,
            Sockets sockets,
            Connections connections) {
        this.gate = gate;
        this.routes = routes;
        this.clients = clients;
        this.sockets = sockets;
        this.connections = connections;
    }

    @Override
    public boolean handle(
            org.eclipse.jetty.server.Request jetty,
            org.eclipse.jetty.server.Response out,
            Callback callback) {
        var endPoint = endPoint(jetty);
        connections.begun(endPoint);
        var done = Callback.from(callback, () -> connections.answered(endPoint));
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
        } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
            if (e instanceof HttpException) {
                done.failed(e); // what Jetty refuses to read is the asker's fault: see Refusals
            } else {
                fail(e, jetty, out, done);
            }
        }
        return true;
    }

    static EndPoint endPoint(org.eclipse.jetty.server.Request jetty) {
        var endPoint = jetty.getConnectionMetaData().getConnection().getEndPoint();
        // Connections are counted by what lies below TLS.
        return endPoint instanceof SslConnection.SslEndPoint tls
                ? tls.getSslConnection().getEndPoint()
                : endPoint;
    }

    /// What takes its time ends when the client hangs up.
    private void answerWatched(
            Response answer,
            org.eclipse.jetty.server.Request jetty,
            org.eclipse.jetty.server.Response out,
            Callback done)
            throws InterruptedException, IOException {
        var whole = Optional.<Response.Whole>empty();
        var watched = clients.watch(jetty.getConnectionMetaData().getConnection().getEndPoint());
        try {
            whole = play(answer, path(jetty), out);
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

    private Optional<Response.Whole> play(
            Response answer, String path, org.eclipse.jetty.server.Response out)
            throws InterruptedException, IOException {
        return switch (answer) {
            case Response.Whole whole -> Optional.of(whole);
            case Response.Awaited(var work) -> Optional.of(explained(work, path));
            case Response.Events(var source, var pulse) -> {
                new EventStreamWriter(out, pulse).play(explained(source, path));
                yield Optional.empty();
            }
        };
    }

    private Response.Whole explained(Response.Work work, String path) throws InterruptedException {
        try {
            return work.run();
        } catch (Problem problem) {
            return refusal(path, problem);
        }
    }

    /// What goes wrong behind the first event is told as the last one.
    private Response.Source explained(Response.Source source, String path) {
        return writer -> {
            try {
                source.writeTo(writer);
            } catch (Problem problem) {
                throw new Response.Refused(refusal(path, problem));
            }
        };
    }

    private Response.Whole refusal(String path, Problem problem) {
        if (problem.kind() == Problem.Kind.OUT_OF_RESOURCES) {
            connections.closeStrangers(); // so that there is room for clients that come back
        }
        return routes.explain(path, problem);
    }

    private boolean openSocket(
            org.eclipse.jetty.server.Request jetty,
            org.eclipse.jetty.server.Response out,
            Callback done)
            throws IOException {
        try {
            var request = read(jetty, "");
            var isKnown = gate.checkSocket(request, routes.doorAt(request.path()));
            var handler =
                    routes.socketAt(request.path())
                            .orElseThrow(() ->
                                    Problem.notFound(
                                            "There is no WebSocket at " + request.path() + ".",
                                            "Open /ws."));
            if (isKnown) {
                connections.admit(endPoint(jetty));
            }
            if (!sockets.open(jetty, out, done, handler, isKnown)) {
                throw Problem.invalid(
                        "This is no handshake of a WebSocket.", "Send one as in RFC 6455.");
            }
        } catch (Problem problem) {
            write(Response.problem(problem), out, done);
        }
        return true;
    }

    /// A fault of ours: the log gets to know it, the outside does not.
    private void fail(
            Throwable fault,
            org.eclipse.jetty.server.Request jetty,
            org.eclipse.jetty.server.Response out,
            Callback done) {
        var isScarce = Scarcity.isIn(fault);
        if (!isScarce) {
            faults.log("A request failed: " + jetty.getMethod() + " " + path(jetty), fault);
        }
        if (out.isCommitted()) {
            done.failed(new EofException("The answer broke off")); // Jetty would log it again
        } else {
            var problem = isScarce ? Scarcity.problem(fault) : Problem.fault();
            write(refusal(path(jetty), problem), out, done);
        }
    }

    private Response answer(org.eclipse.jetty.server.Request jetty)
            throws InterruptedException, IOException {
        var head = read(jetty, "");
        return ProblemPage.of(head, answer(jetty, head));
    }

    private Response answer(org.eclipse.jetty.server.Request jetty, Request head)
            throws InterruptedException {
        try {
            var door = routes.doorAt(head.path());
            var key = gate.check(head, door);
            if (gate.hasCredential(head, door)) {
                connections.admit(endPoint(jetty));
            }
            return routes.handle(read(jetty, body(jetty)).by(key));
        } catch (Problem problem) {
            return refusal(path(jetty), problem);
        }
    }

    private static String path(org.eclipse.jetty.server.Request jetty) {
        return org.eclipse.jetty.server.Request.getPathInContext(jetty);
    }

    private String body(org.eclipse.jetty.server.Request jetty) {
        var limit = connections.expectBody(endPoint(jetty));
        try (var in = Content.Source.asInputStream(jetty)) {
            var body = in.readNBytes(MOST_BODY + 1);
            if (body.length > MOST_BODY) {
                throw new Problem(
                        Problem.Kind.TOO_LARGE,
                        "The body is larger than 16 MB.",
                        "Send less at once.");
            }
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
        } catch (CharacterCodingException _) {
            throw Problem.invalid("The body is not UTF-8.", "Send JSON in UTF-8.");
        } catch (IOException _) {
            // Whoever has gone away does not hear it.
            throw Problem.invalid(
                    "The body ends too early, or its chunks are no valid HTTP.",
                    "Send it with its length, or in chunks as in RFC 9112.");
        } finally {
            limit.cancel();
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
        headers.put(Request.SCHEME, jetty.isSecure() ? "https" : "http");
        return new Request(jetty.getMethod(), path(jetty), Map.of(), query, headers, body);
    }

    static void write(Response.Whole whole, org.eclipse.jetty.server.Response out, Callback done) {
        out.setStatus(whole.status());
        out.getHeaders().put("Content-Type", whole.contentType());
        out.getHeaders().put("Cache-Control", "no-store");
        out.getHeaders().put("X-Content-Type-Options", "nosniff");
        whole.headers().forEach(out.getHeaders()::put);
        out.write(true, ByteBuffer.wrap(whole.body().getBytes(StandardCharsets.UTF_8)), done);
    }
}
