package dev.parley.api;

/// What a listener was given when it came; closing it makes it go.
public interface Subscription extends AutoCloseable {
    @Override
    void close();
}
