package dev.parley.door.http;

import dev.parley.door.http.Response.ServerEvent;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// Writes server-sent events. While the source is silent, a comment goes out every now and then; if
/// that fails, nobody listens any more, and the source's thread is interrupted. The head of the
/// answer goes out with the first event or comment, so until then a source can still be answered
/// otherwise.
final class EventStreamWriter {
    private static final byte[] PULSE = ":\n\n".getBytes(StandardCharsets.UTF_8);

    private final Response response;
    private final OutputStream out; // guarded by this, as are the three below
    private boolean begun;
    private boolean ended;
    private boolean lost; // the client went away
    private final Duration pulse;

    EventStreamWriter(Response response, Duration pulse) {
        this.response = response;
        this.pulse = pulse;
        out = Content.Sink.asOutputStream(response);
    }

    /// @throws dev.parley.door.http.Response.Refused when nothing was written and something else is
    ///   to be answered
    void play(dev.parley.door.http.Response.Source source)
            throws InterruptedException, IOException {
        var listener = Thread.currentThread();
        var pulses = Thread.ofVirtual().name("pulse").start(() -> pulse(listener));
        try {
            write(source);
        } catch (UncheckedIOException e) {
            if (isLost()) {
                throw e.getCause();
            }
            throw e;
        } finally {
            end();
            pulses.interrupt();
        }
        head();
        out.close();
    }

    private void write(dev.parley.door.http.Response.Source source) throws InterruptedException {
        try {
            source.writeTo(this::writeEvents);
        } catch (dev.parley.door.http.Response.Refused refused) {
            refuse(refused);
        }
    }

    private synchronized void refuse(dev.parley.door.http.Response.Refused refused) {
        if (!begun) {
            ended = true;
            throw refused;
        }
        writeEvents(refused.ending());
    }

    private void writeEvents(List<ServerEvent> events) {
        var text = new StringBuilder();
        for (var event : events) {
            if (event.name() != null) {
                text.append("event: ").append(event.name()).append('\n');
            }
            if (event.number() != null) {
                text.append("id: ").append(event.number().longValue()).append('\n');
            }
            text.append("data: ").append(event.data()).append("\n\n");
        }
        write(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    private void pulse(Thread listener) {
        try {
            do {
                Thread.sleep(pulse);
            } while (writePulse());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (UncheckedIOException _) {
            reportLost(listener);
        }
    }

    private synchronized boolean writePulse() {
        if (!ended) {
            write(PULSE);
        }
        return !ended;
    }

    private synchronized void reportLost(Thread listener) {
        if (!ended) {
            listener.interrupt();
        }
    }

    private synchronized void write(byte[] bytes) {
        try {
            head();
            out.write(bytes);
            out.flush();
        } catch (IOException e) {
            lost = true;
            throw new UncheckedIOException(e);
        }
    }

    private void head() {
        if (!begun) {
            begun = true;
            response.setStatus(200);
            response.getHeaders().put("Content-Type", "text/event-stream");
            response.getHeaders().put("Cache-Control", "no-store");
            // A proxy that collects what it passes on would hold it back.
            response.getHeaders().put("X-Accel-Buffering", "no");
        }
    }

    private synchronized boolean isLost() {
        return lost;
    }

    private synchronized void end() {
        ended = true;
    }
}
