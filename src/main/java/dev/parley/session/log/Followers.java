package dev.parley.session.log;

import dev.parley.api.LoggedEvent;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/// The followers of one session. The lock makes one step of "is there news?" and "then send me
/// everything from now on".
public final class Followers {
    /// The store, as followers see it.
    public interface Past {
        List<LoggedEvent> after(long sequence, int limit) throws InterruptedException;
    }

    private final Past past;
    private final BooleanSupplier foreign;
    private final List<EventStream> streams = new ArrayList<>();
    private long published;
    private boolean isShutDown;

    /// @param foreign another Parley runs the session: its events come only through the store
    public Followers(Past past, BooleanSupplier foreign) {
        this.past = past;
        this.foreign = foreign;
    }

    public EventStream follow(long after, int capacity) {
        return new EventStream(this, after, capacity);
    }

    /// Sends every follower an event that is in the store.
    public synchronized void publish(LoggedEvent event) {
        published = event.sequence();
        for (var stream : List.copyOf(streams)) {
            stream.offer(event);
        }
    }

    List<LoggedEvent> read(long after, int limit) throws InterruptedException {
        return past.after(after, limit);
    }

    boolean isForeign() {
        return foreign.getAsBoolean();
    }

    /// @return false when there is news the stream has not read yet, or will never be sent
    synchronized boolean goLive(EventStream stream, long last) {
        if (published > last || isForeign()) {
            return false;
        }
        stream.goLive();
        if (isShutDown) {
            stream.end(EventStream.Ending.SHUT_DOWN);
        } else {
            streams.add(stream);
        }
        return true;
    }

    synchronized void remove(EventStream stream) {
        streams.remove(stream);
    }

    public synchronized boolean isEmpty() {
        return streams.isEmpty();
    }

    public synchronized void shutDown() {
        isShutDown = true;
        List.copyOf(streams).forEach(stream -> stream.end(EventStream.Ending.SHUT_DOWN));
    }
}
