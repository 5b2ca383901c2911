package dev.parley.store.sqlite;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;

/// A time in which nothing can be stored. What has happened waits for its end, in order; what is
/// only wanted is refused, after one more attempt. The writer's thread owns it; others look.
final class Outage {
    private static final Logger LOG = LoggerFactory.getLogger(Outage.class);
    private static final long FIRST_WAIT = MILLISECONDS.toNanos(50);
    private static final long LONGEST_WAIT = MILLISECONDS.toNanos(2000);

    /// How long an end of Parley waits for it.
    private static final long LAST_WAIT = MILLISECONDS.toNanos(1000);

    private final BlockingQueue<Write> queue;
    private final int most;
    private volatile @Nullable Problem problem;
    private volatile boolean isHurried;
    private volatile long hurriedAt;
    private long wait = FIRST_WAIT;

    /// @param most how many changes are taken out of the queue at most; behind that their makers
    ///   wait
    Outage(BlockingQueue<Write> queue, int most) {
        this.queue = queue;
        this.most = most;
    }

    /// What is wrong now; on any thread.
    @Nullable Problem problem() {
        return problem;
    }

    boolean isHurried() {
        return isHurried;
    }

    /// Parley ends: whatever cannot be stored soon is given up. On any thread.
    void hurry() {
        if (!isHurried) {
            hurriedAt = System.nanoTime();
            isHurried = true;
        }
    }

    void over() {
        if (problem != null) {
            LOG.warn("The store can be written again.");
            problem = null;
            wait = FIRST_WAIT;
        }
    }

    /// Returns when it is worth trying again.
    ///
    /// @param waiting loses what is refused, and grows by what comes meanwhile
    void await(Problem now, List<Write> waiting) throws InterruptedException {
        if (problem == null) {
            LOG.warn("{} {}", now.message(), now.remedy());
        }
        problem = now;
        refuse(waiting, now);
        if (isHurried && System.nanoTime() - hurriedAt > LAST_WAIT) {
            giveUp(waiting, now);
            return;
        }
        var until = System.nanoTime() + wait;
        wait = isHurried ? FIRST_WAIT : Math.min(2 * wait, LONGEST_WAIT);
        for (var left = wait; left > 0; left = until - System.nanoTime()) {
            if (waiting.size() >= most) {
                refuse(queue, now);
                NANOSECONDS.sleep(Math.min(left, FIRST_WAIT));
                continue;
            }
            var next = queue.poll(left, NANOSECONDS);
            if (next != null) {
                waiting.add(next);
            }
            // A request is answered by how it is now, not by how it was.
            if (next == null || !next.isPatient() || isHurried) {
                return;
            }
        }
    }

    private static void refuse(Iterable<Write> writes, Problem now) {
        var refused = new ArrayList<Write>();
        for (var all = writes.iterator(); all.hasNext(); ) {
            var write = all.next();
            if (!write.isPatient()) {
                all.remove();
                refused.add(write);
            }
        }
        refused.forEach(write -> fail(write, now));
    }

    private void giveUp(List<Write> waiting, Problem now) {
        queue.drainTo(waiting);
        LOG.error("What happened last is not stored. {}", now.message());
        waiting.forEach(write -> fail(write, now));
        waiting.clear();
    }

    static void fail(Write write, Problem problem) {
        try {
            write.failed(problem);
        } catch (RuntimeException e) {
            LOG.warn("A task that waited for the store failed", e);
        }
    }
}
