package dev.parley.session.pool;

import dev.parley.api.SessionId;
import dev.parley.base.thread.Interruptible;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;
import dev.parley.wire.LiveDialect;

import org.jspecify.annotations.Nullable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/// The warm processes. Started when they are needed, shared where their provider allows it, ended
/// when they were idle for long or when another needs the place; never while a turn runs.
/// Thread-safe.
public final class ProcessPool implements AutoCloseable {
    /// What conversations must have in common to share a process.
    ///
    /// @param sharer the directory or session that does not share with others; empty: all do
    public record Key(
            String provider,
            List<String> command,
            Map<String, String> environment,
            Optional<Path> home,
            String sharer) {}

    /// How to start a process for a key.
    ///
    /// @param resumed the native session to go on with
    public record Start(
            Key key, Launch launch, Supplier<LiveDialect> dialect, Optional<String> resumed) {}

    /// A process with a place in the pool.
    public final class Warm {
        private final Key key;
        private final Path directory;
        private final Connection connection;
        // Guarded by the pool.
        private final Set<SessionId> busy = new HashSet<>();
        private final Set<String> left = new HashSet<>();
        private long usedAt = System.nanoTime();
        private boolean isGivenUp;

        private Warm(Start start) {
            key = start.key();
            directory = start.launch().directory();
            connection = new Connection(key.provider(), start.dialect().get(), () -> forget(this));
        }

        public Connection connection() {
            return connection;
        }
    }

    private final Supervisor supervisor;
    private final Supplier<Duration> idle;
    private final IntSupplier most;
    // Guarded by this.
    private final List<Warm> warm = new CopyOnWriteArrayList<>();
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private @Nullable Thread reaper;
    private boolean isClosed;

    public ProcessPool(Supervisor supervisor, Supplier<Duration> idle, IntSupplier most) {
        this.supervisor = supervisor;
        this.idle = idle;
        this.most = most;
    }

    /// A process for a session that is about to use it. It is not taken away until [#free].
    ///
    /// @param join begins the conversation; on a new process it runs before the start, so that also
    ///   one that ends at once has a conversation to report its end to
    /// @param onPlace runs when it is worth asking again; only when there was no place now
    public Optional<Warm> use(
            SessionId session, Start start, Consumer<Connection> join, Runnable onPlace) {
        Warm process;
        boolean isFresh;
        synchronized (this) {
            var found = find(start);
            isFresh = found.isEmpty();
            if (isFresh) {
                endStale(start);
                if (isClosed || (warm.size() >= most.getAsInt() && !evictOne())) {
                    waiting.add(onPlace);
                    return Optional.empty();
                }
                warm.add(new Warm(start));
                startReaper();
            }
            process = found.orElseGet(warm::getLast);
            process.busy.add(session);
        }
        join.accept(process.connection);
        if (isFresh) {
            start(process, start.launch());
        }
        return Optional.of(process);
    }

    private void start(Warm fresh, Launch launch) {
        try {
            fresh.connection.start(supervisor, launch);
        } catch (RuntimeException e) {
            forget(fresh);
            fresh.connection.abandon(String.valueOf(e.getMessage()));
            throw e;
        }
    }

    /// Marks a process the session has already as in use.
    ///
    /// @return false when it was taken away meanwhile
    public synchronized boolean use(SessionId session, Warm process) {
        if (process.connection.isGone() || !warm.contains(process)) {
            return false;
        }
        process.busy.add(session);
        return true;
    }

    /// The session's turn is over; its process stays warm.
    public void free(SessionId session, Warm process) {
        Runnable next = null;
        boolean isLast;
        synchronized (this) {
            if (process.busy.remove(session)) {
                process.usedAt = System.nanoTime();
                next = process.busy.isEmpty() ? waiting.poll() : null;
            }
            isLast = process.isGivenUp && process.busy.isEmpty();
        }
        if (isLast) {
            process.connection.stop();
        }
        if (next != null) {
            next.run();
        }
    }

    /// The session has left its conversation on a process that lives on. Others may go on with the
    /// native session now, and not every CLI reads again what it once had in memory: no session
    /// resumes it on this process any more.
    public void leave(SessionId session, Warm process, @Nullable String nativeId) {
        synchronized (this) {
            if (nativeId != null) {
                process.left.add(nativeId);
            }
        }
        free(session, process);
    }

    /// A process that does not do what the session tells it. Nobody gets it any more; it ends, at
    /// the latest when no other session has a turn on it.
    ///
    /// @return whether it ends now
    public boolean giveUp(SessionId session, Warm process) {
        forget(process);
        synchronized (this) {
            process.busy.remove(session);
            process.isGivenUp = true;
            if (!process.busy.isEmpty()) {
                return false;
            }
        }
        process.connection.stop();
        return true;
    }

    /// The session that was offered a place does not need it any more: the next one may.
    public void passOn() {
        Runnable next;
        synchronized (this) {
            next = waiting.poll();
        }
        if (next != null) {
            next.run();
        }
    }

    /// Ends a process that no other session needs.
    public void discard(Warm process) {
        forget(process);
        process.connection.stop();
    }

    @Override
    public void close() {
        List<Warm> last;
        synchronized (this) {
            isClosed = true;
            waiting.clear();
            last = List.copyOf(warm);
            if (reaper != null) {
                reaper.interrupt();
            }
        }
        last.forEach(process -> process.connection.stop());
    }

    private Optional<Warm> find(Start start) {
        return warm.stream()
                .filter(process -> process.key.equals(start.key()) && !process.connection.isGone())
                .filter(process -> !isStale(process, start))
                // Somebody may have deleted the directory under it.
                .filter(process -> Files.isDirectory(process.directory))
                .findFirst();
    }

    private static boolean isStale(Warm process, Start start) {
        return start.resumed().filter(process.left::contains).isPresent();
    }

    /// A new one takes its place.
    private void endStale(Start start) {
        var stale =
                warm.stream()
                        .filter(process ->
                                process.key.equals(start.key())
                                        && process.busy.isEmpty()
                                        && isStale(process, start))
                        .toList();
        warm.removeAll(stale);
        stale.forEach(process -> process.connection.stop());
    }

    private boolean evictOne() {
        var oldest =
                warm.stream()
                        .filter(process -> process.busy.isEmpty())
                        .min(Comparator.comparingLong(process -> process.usedAt));
        oldest.ifPresent(process -> {
            warm.remove(process);
            process.connection.stop();
        });
        return oldest.isPresent();
    }

    private void forget(Warm process) {
        Runnable next;
        synchronized (this) {
            next = warm.remove(process) ? waiting.poll() : null;
        }
        if (next != null) {
            next.run();
        }
    }

    private void startReaper() {
        if (reaper == null) {
            reaper = Interruptible.start("pool-idle", this::reap);
        }
    }

    private void reap() throws InterruptedException {
        while (true) {
            Thread.sleep(Math.clamp(idle.get().toMillis() / 4, 20, 15_000));
            for (var process : warm) {
                if (hasExpired(process)) {
                    process.connection.stop();
                }
            }
        }
    }

    private synchronized boolean hasExpired(Warm process) {
        var expired =
                process.busy.isEmpty() && System.nanoTime() - process.usedAt > idle.get().toNanos();
        return expired && warm.remove(process);
    }
}
