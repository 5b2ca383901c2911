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
import java.util.concurrent.locks.ReentrantLock;

/// Writes server-sent events. While the source is silent, a comment goes out every now and then; if
/// that fails, nobody listens any more, and the source's thread is interrupted. The head of the
/// answer goes out with the first event or comment, so until then a source can still be answered
/// otherwise.
final class EventStreamWriter {
    private static final byte[] PULSE = ":\n\n".getBytes(StandardCharsets.UTF_8);

    private final Response response;
    private final OutputStream out;
    private final Duration pulse;
    private final ReentrantLock lock = new ReentrantLock(); // guards out and the three below
    private boolean begun;
    private boolean ended;
    private boolean lost; // the client went away

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

    private void refuse(dev.parley.door.http.Response.Refused refused) {
        lock.lock();
        try {
            if (!begun) {
                ended = true;
                throw refused;
            }
            writeEvents(refused.ending());
        } finally {
            lock.unlock();
        }
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
            while (true) {
                Thread.sleep(pulse);
                lock.lock();
                try {
                    if (ended) {
                        return;
                    }
                    write(PULSE);
                } finally {
                    lock.unlock();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (UncheckedIOException _) {
            reportLost(listener);
        }
    }

    private void reportLost(Thread listener) {
        lock.lock();
        try {
            if (!ended) {
                listener.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    private void write(byte[] bytes) {
        lock.lock();
        try {
            head();
            out.write(bytes);
            out.flush();
        } catch (IOException e) {
            lost = true;
            throw new UncheckedIOException(e);
        } finally {
            lock.unlock();
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

    private boolean isLost() {
        lock.lock();
        try {
            return lost;
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            ended = true;
        } finally {
            lock.unlock();
        }
    }
}
