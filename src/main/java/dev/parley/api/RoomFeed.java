package dev.parley.api;

import java.util.Optional;

/// What happens in a room: first the messages after a number and how it stands, then what happens.
/// One thread takes from it; any thread may close it.
public interface RoomFeed extends AutoCloseable {
    /// The next event; waits for it. Empty when the feed is over.
    Optional<RoomEvent> next() throws InterruptedException;

    /// The follower did not keep up and was cut off. It can come back with the last number it saw.
    boolean wasTooSlow();

    @Override
    void close();
}
