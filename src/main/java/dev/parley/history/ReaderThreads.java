package dev.parley.history;

import dev.parley.api.Progress;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// Two threads that read the files of a pass in their order: enough for a disk, and not a whole
/// machine.
final class ReaderThreads {
    private static final int THREADS = 2;
    private static final long TICK_MILLIS = 100;
    private static final int TICKS_BETWEEN_VIEWS = 5;

    /// The more sessions there are, the longer it takes to show them: for at most a tenth of the
    /// time.
    private static final int SHARE_OF_VIEWS = 10;

    private final List<History.Job> jobs;
    private final Consumer<History.Job> work;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicLong bytesRead = new AtomicLong();
    private final CountDownLatch running;
    private volatile boolean isStopped;

    private ReaderThreads(List<History.Job> jobs, Consumer<History.Job> work, int threads) {
        this.jobs = jobs;
        this.work = work;
        running = new CountDownLatch(threads);
    }

    /// Returns when everything is read.
    ///
    /// @param show called now and then meanwhile, by this thread
    static void run(
            List<History.Job> jobs, Consumer<History.Job> work, Progress progress, Runnable show)
            throws InterruptedException {
        var threads = Math.min(THREADS, jobs.size());
        var crew = new ReaderThreads(jobs, work, threads);
        for (var number = 1; number <= threads; number++) {
            Thread.ofPlatform().name("history-" + number).daemon().start(crew::read);
        }
        crew.await(progress, show);
    }

    private void await(Progress progress, Runnable show) throws InterruptedException {
        var total = jobs.stream().mapToLong(job -> job.look().size()).sum();
        try {
            var ticksLeft = TICKS_BETWEEN_VIEWS;
            while (!running.await(TICK_MILLIS, TimeUnit.MILLISECONDS)) {
                progress.at(done.get(), jobs.size(), bytesRead.get(), total);
                if (--ticksLeft <= 0) {
                    var start = System.nanoTime();
                    show.run();
                    var took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
                    ticksLeft = TICKS_BETWEEN_VIEWS + (int) (took * SHARE_OF_VIEWS / TICK_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            // Whoever waits gives up: what was read is kept, the rest is for another pass.
            isStopped = true;
            throw e;
        }
        progress.at(done.get(), jobs.size(), bytesRead.get(), total);
    }

    private void read() {
        try {
            for (var at = next.getAndIncrement();
                    at < jobs.size() && !isStopped;
                    at = next.getAndIncrement()) {
                var job = jobs.get(at);
                work.accept(job);
                done.incrementAndGet();
                bytesRead.addAndGet(job.look().size());
            }
        } finally {
            running.countDown();
        }
    }
}
