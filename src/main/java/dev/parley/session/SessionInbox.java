package dev.parley.session;

import dev.parley.base.problem.Problem;
import dev.parley.base.thread.Interruptible;
import dev.parley.session.log.Backlog;
import dev.parley.session.pool.Connection;
import dev.parley.session.pool.ProcessEnd;
import dev.parley.session.pool.ProcessPool;
import dev.parley.wire.Happening;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Everything that waits for a session's thread. Doors, processes, the pool and the store put in;
/// the session takes out.
final class SessionInbox implements Connection.Listener {
    /// What may wait here of a process, in characters and in happenings; behind that it waits.
    private static final int MOST_WAITING = 4 * 1024 * 1024;

    private static final int HAPPENINGS = 256;

    /// Something asked from outside, done on the session's thread.
    interface Work<T> {
        T run() throws InterruptedException;
    }

    /// The same, with nothing to answer. The session has left memory: look it up again.
    static final class Over extends Exception {}

    /// What may happen to a session.
    sealed interface Signal {
        record Asked<T>(Work<T> work, CompletableFuture<T> reply) implements Signal {}

        record Happened(String conversation, Happening happening, int cost) implements Signal {}

        record Ending(String conversation, ProcessEnd how) implements Signal {}

        record Gone(String conversation, ProcessEnd how) implements Signal {}

        /// A place in the pool may be free.
        record Place() implements Signal {}

        record StoreFailed(Problem problem) implements Signal {}
    }

    private final ProcessPool pool;
    // Unbounded, because the store and doors must not wait here; what processes report has permits.
    private final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
    private final Backlog happenings = new Backlog(MOST_WAITING, HAPPENINGS);
    private boolean isOver; // guarded by this

    SessionInbox(ProcessPool pool) {
        this.pool = pool;
    }

    /// Has something done, and waits for it.
    <T> T ask(Work<T> work) throws InterruptedException, Over {
        var reply = new CompletableFuture<T>();
        synchronized (this) {
            if (isOver) {
                throw new Over();
            }
            signals.add(new Signal.Asked<>(work, reply));
        }
        try {
            return reply.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Problem problem) {
                throw problem;
            }
            throw new IllegalStateException("The session failed", e.getCause());
        }
    }

    /// Has something done that has no answer, and waits for it.
    void order(Interruptible order) throws InterruptedException, Over {
        ask(() -> {
            order.run();
            return "";
        });
    }

    @Override
    public void report(String conversation, Happening happening, int size)
            throws InterruptedException {
        signals.add(new Signal.Happened(conversation, happening, happenings.enter(size)));
    }

    @Override
    public void ending(String conversation, ProcessEnd how) {
        signals.add(new Signal.Ending(conversation, how));
    }

    @Override
    public void gone(String conversation, ProcessEnd how) {
        signals.add(new Signal.Gone(conversation, how));
    }

    void storeFailed(Problem problem) {
        signals.add(new Signal.StoreFailed(problem));
    }

    void place() {
        synchronized (this) {
            if (!isOver) {
                signals.add(new Signal.Place());
                return;
            }
        }
        pool.passOn();
    }

    /// The next signal, or nothing when none came in time.
    ///
    /// @param patience in nanoseconds; empty waits for ever
    @Nullable Signal take(Optional<Long> patience) throws InterruptedException {
        var signal =
                patience.isPresent()
                        ? signals.poll(patience.get() + 1, TimeUnit.NANOSECONDS)
                        : signals.take();
        if (signal instanceof Signal.Happened(_, _, var cost)) {
            happenings.leave(cost);
        }
        return signal;
    }

    /// @param isDone the session has nothing left to do; it is over, unless something was just
    ///   asked
    synchronized boolean isOver(boolean isDone) {
        if (isDone && signals.isEmpty()) {
            isOver = true;
        }
        return isOver;
    }

    synchronized void end() {
        isOver = true;
    }

    /// Refuses everything that still waits.
    void clear() {
        end();
        for (var signal = signals.poll(); signal != null; signal = signals.poll()) {
            switch (signal) {
                case Signal.Asked<?> asked ->
                        asked.reply()
                                .completeExceptionally(
                                        new Problem(
                                                Problem.Kind.BUSY,
                                                "The session has just ended.",
                                                "Try again."));
                case Signal.Place _ -> pool.passOn();
                case Signal.Happened _, Signal.Ending _, Signal.Gone _, Signal.StoreFailed _ -> {}
            }
        }
        happenings.open();
    }
}
