package dev.parley;

/// Keeps the heap small while much is being done. The serial collector rather takes more memory
/// from the system than look through objects that have lived for a while, and so a server that
/// indexes a gigabyte of text would hold most of another one. Whenever so much has come together
/// that looking is worth it, this asks for it.
final class SpareMemory {
    /// So much more than what was in use after the last look.
    private static final long WORTH_A_LOOK = 80L << 20;

    private static final long TICK_MILLIS = 250;

    private SpareMemory() {}

    /// Watches from now on, as long as the program runs.
    static void watch() {
        Thread.ofPlatform()
                .name("spare-memory")
                .daemon()
                .stackSize(64 * 1024L)
                .start(SpareMemory::keepSmall);
    }

    private static void keepSmall() {
        try {
            var kept = used();
            while (true) {
                Thread.sleep(TICK_MILLIS);
                if (used() - kept > WORTH_A_LOOK) {
                    System.gc();
                    kept = used();
                }
                kept = Math.min(kept, used());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static long used() {
        var runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
