package dev.parley.process;

import dev.parley.process.ledger.LimitTag;

import java.io.IOException;

/// Starts programs that are not Parley's to end, such as a browser.
public final class Unsupervised {
    private Unsupervised() {}

    public static Process start(ProcessBuilder program) throws IOException {
        return LimitTag.untagged(program::start);
    }
}
