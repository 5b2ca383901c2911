package dev.parley;

import dev.parley.base.thread.Interruptible;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;

/// Keeps the heap small while much is being done. The serial collector rather takes more memory
/// from the system than look through objects that have lived for a while, and so a server that
/// indexes a gigabyte of text would hold most of another one. Whenever so much has come together
/// that looking is worth it, this asks for it, and some times more when it has become quiet: what
/// is free then goes back to the system.
final class SpareMemory {
    /// So much more than what was in use after the last look.
    private static final long WORTH_A_LOOK = 80L << 20;

    /// A look takes some fifty milliseconds in which all else waits, so those that are not urgent
    /// come one by one.
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);

    /// At each look the collector gives back nothing at first, then a tenth, then more, and at last
    /// all.
    private static final int STEPS = 4;

    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
    private long kept = used();
    private long lastLook = System.nanoTime();
    private int stepsLeft;

    private SpareMemory() {}

    /// Watches from now on, as long as the program runs.
    static void watch() {
        Thread.ofPlatform()
                .name("spare-memory")
                .daemon()
                .stackSize(64 * 1024L)
                .start(() -> Interruptible.quietly(new SpareMemory()::keepSmall));
    }

    /// Where nothing is collected, memory does not become more, and nobody has to be woken: an
    /// object that nobody holds tells of each collection.
    private void keepSmall() throws InterruptedException {
        while (true) {
            var sign = new WeakReference<>(new Object(), collected);
            while (!sign.refersTo(null)) {
                collected.remove(millisToNextStep());
                step();
            }
            kept = Math.min(kept, used());
        }
    }

    /// 0 waits for the next collection, however long that takes.
    private long millisToNextStep() {
        var left = lastLook + QUIET_NANOS - System.nanoTime();
        return stepsLeft == 0 ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(left));
    }

    private void step() {
        if (used() - kept > WORTH_A_LOOK) {
            look();
            stepsLeft = STEPS;
        } else if (stepsLeft > 0 && System.nanoTime() - lastLook > QUIET_NANOS) {
            look();
            stepsLeft--;
        }
    }

    private void look() {
        System.gc();
        kept = used();
        lastLook = System.nanoTime();
    }

    private static long used() {
        var runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
