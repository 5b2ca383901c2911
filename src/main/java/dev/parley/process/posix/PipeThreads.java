package dev.parley.process.posix;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Small platform threads for what blocks in the system: it would hold the carrier of a virtual
/// thread. As many as are needed, never fewer. Those that are given back are lent again for a
/// while: a new thread costs a short run more than its own work does.
public final class PipeThreads {
    private static final ExecutorService THREADS =
            new ThreadPoolExecutor(
                    0,
                    Integer.MAX_VALUE,
                    10,
                    TimeUnit.SECONDS,
                    new SynchronousQueue<>(),
                    Thread.ofPlatform().daemon().stackSize(128 * 1024L).factory());

    private PipeThreads() {}

    public static void lend(String name, Runnable work) {
        THREADS.execute(() -> {
            Thread.currentThread().setName(name);
            work.run();
        });
    }
}
