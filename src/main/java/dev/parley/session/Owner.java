package dev.parley.session;

import dev.parley.process.ProcessIdentity;

import org.jspecify.annotations.Nullable;

/// A Parley process that has sessions open.
///
/// @param start tells it from a later process with the same number
record Owner(long pid, long start) {
    static Owner self() {
        var self = ProcessIdentity.self();
        return new Owner(self.pid(), self.start());
    }

    /// @param pid absent: nobody has it open
    static @Nullable Owner orNull(@Nullable Long pid, @Nullable Long start) {
        return pid == null ? null : new Owner(pid, start == null ? 0 : start);
    }

    boolean isAlive() {
        return new ProcessIdentity(pid, start).isAlive();
    }
}
