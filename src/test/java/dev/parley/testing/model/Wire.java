package dev.parley.testing.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;

/// Writes one answer to one connection, at the pace and up to the point the script wants.
record Wire(HttpExchange exchange) {

    void json(int status, Object body) throws IOException {
        var bytes = Json.write(body).getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        var noBody = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, noBody ? -1 : bytes.length);
        try (exchange) {
            if (!noBody) {
                exchange.getResponseBody().write(bytes);
            }
        }
    }

    /// Says it in whole seconds, as the standard has it, and in milliseconds, which some CLIs
    /// prefer.
    void retryAfter(Duration time) {
        if (time.isPositive()) {
            exchange.getResponseHeaders()
                    .set("Retry-After", Long.toString(time.plusMillis(999).toSeconds()));
            exchange.getResponseHeaders().set("Retry-After-Ms", Long.toString(time.toMillis()));
        }
    }

    void stream(List<Frame> frames, Reply.Answer answer) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        var out = exchange.getResponseBody();
        var chunks = 0;
        for (var frame : frames) {
            if (frame.isChunk()) {
                pause(answer);
            }
            // A handler that throws leaves the server to drop the connection without the end of the
            // body.
            if (frame.isChunk() && chunks++ == answer.cutAfter()) {
                throw new IOException("cut, as scripted");
            }
            out.write(frame.text().getBytes(UTF_8));
            out.flush();
        }
        if (answer.cutAfter() >= 0) {
            throw new IOException("cut, as scripted");
        }
        exchange.close();
    }

    private static void pause(Reply.Answer answer) throws IOException {
        try {
            Thread.sleep(answer.pause());
        } catch (InterruptedException e) {
            throw new InterruptedIOException("the server was closed");
        }
    }
}
