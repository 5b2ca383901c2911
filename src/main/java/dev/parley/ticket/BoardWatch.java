package dev.parley.ticket;

import dev.parley.api.Subscription;
import dev.parley.api.Ticket;
import dev.parley.api.Watching;
import dev.parley.base.problem.Problem;

import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Tells of every change of the board, whoever makes it: another Parley process and a command write
/// to the same store. Thread-safe.
public final class BoardWatch {
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final Board board;

    public BoardWatch(Board board) {
        this.board = board;
    }

    /// @param listener gets what changed from now on, together where it came together; may wait
    public Watching watch(Consumer<List<Ticket>> listener) throws InterruptedException {
        var changed = new Semaphore(0);
        var here = board.onChange(_ -> changed.release());
        var seen = board.store().read(tickets -> tickets.revision());
        var thread =
                Thread.ofVirtual().name("board-watch").start(() -> look(seen, changed, listener));
        return new Look(here, thread);
    }

    private record Look(Subscription changes, Thread thread) implements Watching {
        @Override
        public void close() {
            changes.close();
            thread.interrupt();
        }

        @Override
        public void awaitEnd() throws InterruptedException {
            thread.join();
        }
    }

    private record Found(long revision, List<Ticket> tickets) {}

    private void look(long seen, Semaphore changed, Consumer<List<Ticket>> listener) {
        try {
            while (true) {
                var _ = changed.tryAcquire(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
                changed.drainPermits();
                var from = seen;
                var found = find(from);
                if (!found.tickets().isEmpty()) {
                    listener.accept(found.tickets());
                }
                seen = found.revision();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Found find(long from) throws InterruptedException {
        try {
            return board.store()
                    .read(tickets -> {
                        var now = tickets.revision();
                        return new Found(now, now == from ? List.of() : tickets.changedAfter(from));
                    });
        } catch (Problem problem) {
            // It passes, and then everything since is found.
            LoggerFactory.getLogger(BoardWatch.class).debug("Not read: {}", problem.message());
            return new Found(from, List.of());
        }
    }
}
