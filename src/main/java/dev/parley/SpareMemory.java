package dev.parley;

import dev.parley.base.thread.Interruptible;

/// Keeps the heap small while much is being done. The serial collector rather takes more memory
/// from the system than look through objects that have lived for a while, and so a server that
/// indexes a gigabyte of text would hold most of another one. Whenever so much has come together
/// that looking is worth it, this asks for it, and some times more when it has become quiet: what
/// is free then goes back to the system.
final class SpareMemory {
    /// So much more than what was in use after the last look.
    private static final long WORTH_A_LOOK = 80L << 20;

    private static final long TICK_MILLIS = 250;

    /// Ten seconds. A look takes some fifty milliseconds in which all else waits, so those that are
    /// not urgent come one by one.
    private static final int QUIET_TICKS = 40;

    /// At each look the collector gives back nothing at first, then a tenth, then more, and at last
    /// all.
    private static final int STEPS = 4;

    private long kept = used();
    private int ticksSinceLook;
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

    private void keepSmall() throws InterruptedException {
        while (true) {
            Thread.sleep(TICK_MILLIS);
            tick();
        }
    }

    private void tick() {
        ticksSinceLook++;
        if (used() - kept > WORTH_A_LOOK) {
            look();
            stepsLeft = STEPS;
        } else if (stepsLeft > 0 && ticksSinceLook > QUIET_TICKS) {
            look();
            stepsLeft--;
        }
        kept = Math.min(kept, used());
    }

    private void look() {
        System.gc();
        kept = used();
        ticksSinceLook = 0;
    }

    private static long used() {
        var runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
