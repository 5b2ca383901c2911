package dev.parley.base.thread;

/// Something to do that an interrupt ends.
@FunctionalInterface
public interface Interruptible {
    void run() throws InterruptedException;

    /// Runs it where nothing may be thrown. After an interrupt the thread stays interrupted, so
    /// that whatever it does next ends as well.
    static void quietly(Interruptible work) {
        try {
            work.run();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Runs it on a virtual thread, until it is done or interrupted.
    static Thread start(String name, Interruptible work) {
        return Thread.ofVirtual().name(name).start(() -> quietly(work));
    }
}
