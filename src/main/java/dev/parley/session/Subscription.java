package dev.parley.session;

/// What a listener was given when it came; closing it makes it go.
public interface Subscription extends AutoCloseable {
    @Override
    void close();
}
