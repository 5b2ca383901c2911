package dev.parley.session.pool;

import dev.parley.process.Exit;
import dev.parley.wire.Ending;

/// How a process ended.
///
/// @param wasStopped Parley ended it on purpose
/// @param wasSilent it closed its output and went on, so Parley ended it: its exit code says
///   nothing
/// @param excess what it did too much of, so that Parley had to end it; empty if it did not
public record ProcessEnd(
        boolean wasStopped, boolean wasSilent, int exitCode, String lastWords, String excess) {
    static ProcessEnd of(Exit exit, boolean wasStopped) {
        var excess = excess(exit);
        var words = excess.isEmpty() ? exit.lastWords() : excess;
        if (excess.isEmpty() && exit.lingered() && words.isBlank()) {
            words = "It closed its output and did not end, so Parley ended it.";
        }
        return new ProcessEnd(wasStopped, exit.lingered(), exit.code(), words, excess);
    }

    /// Parley itself failed, and ended it.
    static ProcessEnd ofFailure(Exit exit) {
        return notStarted(exit.code(), "Parley failed: see its log.");
    }

    static ProcessEnd notStarted(int exitCode, String why) {
        return new ProcessEnd(false, false, exitCode, why, "");
    }

    private static String excess(Exit exit) {
        if (!exit.hitOutputLimit()) {
            return "";
        }
        return exit.hitLineLimit()
                ? "It wrote a line of more than %d MB.".formatted(Exit.LINE_MEGABYTES)
                : "It wrote more than there is memory for.";
    }

    /// As the dialect is told it: what Parley did to the process is no fault of its own.
    Ending ending() {
        return new Ending(wasSilent && excess.isEmpty() ? 0 : exitCode, lastWords);
    }

    /// In a sentence about the agent.
    public String how() {
        return wasSilent
                ? "closed its output and did not end, so Parley ended it"
                : "ended unexpectedly (exit code " + exitCode + ")";
    }
}
