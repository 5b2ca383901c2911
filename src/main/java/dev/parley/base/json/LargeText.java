package dev.parley.base.json;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/// Where a large text is read or written. That takes up to a second in which nothing waits, so a
/// virtual thread would hold its carrier all that time, and with a few of them every other virtual
/// thread stands still: so a platform thread does it, which the system interrupts for others. The
/// largest are done one after the other, because each needs several times its own memory; smaller
/// ones find room beside them. Thread-safe.
final class LargeText {
    /// In characters. A smaller one takes a few milliseconds.
    static final int LARGE = 256 * 1024;

    /// What may be in work at once, and what a single one counts at most.
    private static final int ROOM = 20 * 1024 * 1024;

    private static final int MOST = 16 * 1024 * 1024;

    private static final Semaphore IN_WORK = new Semaphore(ROOM);

    // A thread stays for a minute without work. There are never more than fit into the room.
    private static final Executor THREADS =
            Executors.newCachedThreadPool(
                    Thread.ofPlatform().daemon().name("large-text-", 0).factory());

    private LargeText() {}

    /// Does some work and waits for it.
    ///
    /// @param length about how many characters it is about
    static <T> T handle(long length, Supplier<T> work) {
        if (length < LARGE || !Thread.currentThread().isVirtual()) {
            return work.get();
        }
        var cost = (int) Math.min(length, MOST);
        IN_WORK.acquireUninterruptibly(cost);
        try {
            return CompletableFuture.supplyAsync(work, THREADS).join();
        } catch (CompletionException e) {
            throw asThrown(e);
        } finally {
            IN_WORK.release(cost);
        }
    }

    /// Whether one has to wait for room.
    static boolean isCrowded() {
        return IN_WORK.hasQueuedThreads();
    }

    private static RuntimeException asThrown(CompletionException e) {
        return switch (e.getCause()) {
            case RuntimeException fault -> fault;
            case Error fault -> throw fault;
            case null, default -> e;
        };
    }
}
