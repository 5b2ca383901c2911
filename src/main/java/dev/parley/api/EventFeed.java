package dev.parley.api;

import java.util.Optional;

/// The events of one session: first those after a number, then what happens, without a gap and
/// without a repeat. One thread takes from it; any thread may close it.
public interface EventFeed extends AutoCloseable {
    /// The next event; waits for it. Empty when the feed is over.
    Optional<LoggedEvent> next() throws InterruptedException;

    /// The follower did not keep up and was cut off. It can come back with the last number it saw.
    boolean wasTooSlow();

    @Override
    void close();
}
