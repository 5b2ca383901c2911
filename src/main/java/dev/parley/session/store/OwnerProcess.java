package dev.parley.session.store;

import dev.parley.process.ledger.ProcessIdentity;

import org.jspecify.annotations.Nullable;

/// A Parley process that has sessions open.
///
/// @param start tells it from a later process with the same number
public record OwnerProcess(long pid, long start) {
    public static OwnerProcess self() {
        var self = ProcessIdentity.self();
        return new OwnerProcess(self.pid(), self.start());
    }

    /// @param pid absent: nobody has it open
    static @Nullable OwnerProcess orNull(@Nullable Long pid, @Nullable Long start) {
        return pid == null ? null : new OwnerProcess(pid, start == null ? 0 : start);
    }

    public boolean isAlive() {
        return new ProcessIdentity(pid, start).isAlive();
    }
}
