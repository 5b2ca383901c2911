package dev.parley.api;

/// What somebody was given who is told of changes on a thread of its own. Closing it asks for the
/// end and does not wait.
public interface Watching extends Subscription {
    /// Returns when nothing is told any more. Not for the listener itself.
    void awaitEnd() throws InterruptedException;
}
