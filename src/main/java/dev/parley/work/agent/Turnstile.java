package dev.parley.work.agent;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/// Lets one at a time pass for each key; the others wait in their order. Thread-safe.
final class Turnstile<K> {
    /// Given back when the next may pass.
    interface Passage extends AutoCloseable {
        @Override
        void close();
    }

    private static final class Line {
        private final Semaphore place = new Semaphore(1, true);
        private int waiting; // guarded by the map that holds the line
    }

    private final Map<K, Line> lines = new ConcurrentHashMap<>();

    Passage pass(K key) throws InterruptedException {
        var line =
                lines.compute(
                        key,
                        (_, found) -> {
                            var same = found == null ? new Line() : found;
                            same.waiting++;
                            return same;
                        });
        try {
            line.place.acquire();
        } catch (InterruptedException e) {
            leave(key);
            throw e;
        }
        return () -> {
            line.place.release();
            leave(key);
        };
    }

    private void leave(K key) {
        lines.computeIfPresent(key, (_, line) -> --line.waiting == 0 ? null : line);
    }
}
