package dev.parley.session;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/// A Parley process that has sessions open: its number, and when it started, which tells it from a
/// later process with the same number.
record Owner(long pid, long startSecond) {
    private static final long CLOCK_TOLERANCE_SECONDS = 5;

    static Owner self() {
        return of(ProcessHandle.current());
    }

    static Owner of(ProcessHandle process) {
        return new Owner(
                process.pid(),
                process.info().startInstant().map(Instant::getEpochSecond).orElse(0L));
    }

    /// @param pid absent: nobody has it open
    static @Nullable Owner orNull(@Nullable Long pid, @Nullable Long startSecond) {
        return pid == null ? null : new Owner(pid, startSecond == null ? 0 : startSecond);
    }

    boolean isAlive() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .map(Owner::of)
                // The clock may have been set since; a pid is not used again within seconds.
                .filter(found ->
                        Math.abs(found.startSecond - startSecond) <= CLOCK_TOLERANCE_SECONDS)
                .isPresent();
    }
}
