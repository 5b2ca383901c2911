package dev.parley.process;

import dev.parley.process.ledger.ProcessLedger;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A child that has Parley's own terminal, and its session and group with it.
final class ForegroundProcess {
    private static final Duration GRACE = Duration.ofMillis(1500);

    private final Process process;
    private final ProcessLedger.Entry entry;
    private final CountDownLatch forgotten = new CountDownLatch(1);

    ForegroundProcess(Process process, ProcessLedger.Entry entry) {
        this.process = process;
        this.entry = entry;
    }

    long pid() {
        return process.pid();
    }

    ProcessLedger.Entry entry() {
        return entry;
    }

    /// Waits for its end, also on a thread that is interrupted because Parley ends: then the child
    /// is ended as well.
    int await(Supervisor supervisor) throws InterruptedException {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            stopNow();
            throw e;
        } finally {
            supervisor.forget(this);
            forgotten.countDown();
        }
    }

    private void stopNow() {
        process.destroy();
        try {
            if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException _) {
            process.destroyForcibly();
        }
    }

    /// Ends it, politely first. Returns when it is gone and what it left is known.
    void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
        }
        forgotten.await(GRACE.toMillis(), TimeUnit.MILLISECONDS);
    }
}
