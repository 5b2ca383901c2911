package dev.parley;

import dev.parley.base.thread.Interruptible;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/// Looks once a second whether a person has changed a file that counts while a server runs, so that
/// what is wrong with it is said when it is written and not when it is needed.
final class FileFollower implements AutoCloseable {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final Runnable look;
    private @Nullable Thread thread; // guarded by this

    FileFollower(Runnable look) {
        this.look = look;
    }

    synchronized void start() {
        if (thread == null) {
            thread = Interruptible.start("user-files", this::follow);
        }
    }

    private void follow() throws InterruptedException {
        while (true) {
            Thread.sleep(BETWEEN_LOOKS);
            look.run();
        }
    }

    @Override
    public synchronized void close() {
        if (thread != null) {
            thread.interrupt();
        }
    }
}
