package dev.parley.door.cli.shared;

import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.MemoryHandler;

/// Keeps what is logged off the screen while a person is asked something: a warning may quote an
/// agent. It is logged when that is over.
public final class HeldLogs implements AutoCloseable {
    private static final int MOST = 1000;

    private final Logger root = Logger.getLogger("");
    private final java.util.logging.Handler[] usual = root.getHandlers();
    private final MemoryHandler[] held = new MemoryHandler[usual.length];

    public HeldLogs() {
        for (var at = 0; at < usual.length; at++) {
            held[at] = new MemoryHandler(usual[at], MOST, Level.OFF);
            root.addHandler(held[at]);
            root.removeHandler(usual[at]);
        }
    }

    @Override
    public void close() {
        for (var at = 0; at < usual.length; at++) {
            root.addHandler(usual[at]);
            root.removeHandler(held[at]);
            held[at].push();
        }
    }
}
