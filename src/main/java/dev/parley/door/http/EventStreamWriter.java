package dev.parley.door.http;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/// Writes server-sent events. While the source is silent, a comment goes out every half second:
/// that is how we learn that nobody listens any more, and then the source's thread is interrupted.
final class EventStreamWriter {
    private static final long PULSE_MILLIS = 500;
    private static final byte[] PULSE = ":\n\n".getBytes(StandardCharsets.UTF_8);

    private final OutputStream out;
    private final ReentrantLock lock = new ReentrantLock(); // guards out
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicBoolean lost = new AtomicBoolean(); // the client went away

    EventStreamWriter(Response response) {
        response.setStatus(200);
        response.getHeaders().put("Content-Type", "text/event-stream");
        response.getHeaders().put("Cache-Control", "no-store");
        out = Content.Sink.asOutputStream(response);
    }

    void play(dev.parley.door.http.Response.Source source)
            throws InterruptedException, IOException {
        var listener = Thread.currentThread();
        var pulse = Thread.ofVirtual().name("pulse").start(() -> pulse(listener));
        try {
            source.writeTo(
                    json -> write(("data: " + json + "\n\n").getBytes(StandardCharsets.UTF_8)));
        } catch (UncheckedIOException e) {
            if (lost.get()) {
                throw e.getCause();
            }
            throw e;
        } finally {
            ended.set(true);
            pulse.interrupt();
        }
        out.close();
    }

    private void pulse(Thread listener) {
        try {
            while (!ended.get()) {
                Thread.sleep(PULSE_MILLIS);
                write(PULSE);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (UncheckedIOException _) {
            if (!ended.get()) {
                listener.interrupt();
            }
        }
    }

    private void write(byte[] bytes) {
        lock.lock();
        try {
            out.write(bytes);
            out.flush();
        } catch (IOException e) {
            lost.set(true);
            throw new UncheckedIOException(e);
        } finally {
            lock.unlock();
        }
    }
}
