package dev.parley.store;

import dev.parley.process.ledger.ProcessIdentity;

/// A Parley process that has sessions open.
///
/// @param node the machine it runs on: process numbers mean nothing on another one
/// @param start tells it from a later process with the same number
public record OwnerProcess(String node, long pid, long start) {
    /// The node of everybody who shares a store in a file. It is not the name of a machine, so that
    /// a file that was moved to another one has no owners there.
    public static final String LOCAL = "local";

    public static OwnerProcess self() {
        var self = ProcessIdentity.self();
        return new OwnerProcess(LOCAL, self.pid(), self.start());
    }

    /// Whether it is known to have ended. Nobody can tell that of a process on another node.
    public boolean isGone(OwnerProcess asker) {
        return node.equals(asker.node) && !new ProcessIdentity(pid, start).isAlive();
    }

    /// As a person is told of it.
    @Override
    public String toString() {
        return "process " + pid + (node.equals(LOCAL) ? "" : " on " + node);
    }
}
