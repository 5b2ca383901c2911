package dev.parley.door.cli.live;

import org.jspecify.annotations.Nullable;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// Reads lines on a thread of its own, each only when somebody wants it: a read cannot be
/// interrupted, so nobody else may wait for it.
final class LineSource {
    private final InputStream in;
    private final Consumer<@Nullable String> sink;
    private final Semaphore wanted = new Semaphore(0);
    private final AtomicBoolean isStarted = new AtomicBoolean();

    /// @param sink gets the lines, and null for their end
    LineSource(InputStream in, Consumer<@Nullable String> sink) {
        this.in = in;
        this.sink = sink;
    }

    /// One more line may be read. To want it twice does no harm.
    void allowNext() {
        if (isStarted.compareAndSet(false, true)) {
            Thread.ofPlatform().daemon().name("lines").start(this::read);
        }
        if (wanted.availablePermits() == 0) {
            wanted.release();
        }
    }

    private void read() {
        try {
            var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            while (true) {
                wanted.acquire();
                var line = lines.readLine();
                sink.accept(line);
                if (line == null) {
                    return;
                }
            }
        } catch (IOException _) {
            sink.accept(null);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
