package dev.parley.workspace.changes;

import dev.parley.api.SessionId;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// Does what is due for a session one after the other, in the order in which it was asked for.
final class Lanes implements AutoCloseable {
    private static final long LAST_SECONDS = 3;

    private final Map<SessionId, ExecutorService> lanes = new ConcurrentHashMap<>();

    Future<?> submit(SessionId session, Callable<?> work) {
        return lanes.computeIfAbsent(session, Lanes::lane).submit(work);
    }

    private static ExecutorService lane(SessionId session) {
        return Executors.newSingleThreadExecutor(
                Thread.ofVirtual().name("checkpoints-" + session).factory());
    }

    @Override
    public void close() {
        lanes.values().forEach(ExecutorService::shutdown);
        var until = System.nanoTime() + TimeUnit.SECONDS.toNanos(LAST_SECONDS);
        for (var lane : lanes.values()) {
            try {
                if (!lane.awaitTermination(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    lane.shutdownNow();
                }
            } catch (InterruptedException _) {
                lane.shutdownNow();
                Thread.currentThread().interrupt();
            }
        }
    }
}
