package dev.parley.work.call;

/// Thrown by a listener that has heard enough: the agent need not go on.
public final class StopListening extends RuntimeException {
    public StopListening() {
        super("The listener has heard enough", null, false, false);
    }
}
