package dev.parley.api;

import dev.parley.base.json.Json;
import dev.parley.event.Envelope;
import dev.parley.event.EventJson;

import org.jspecify.annotations.Nullable;

/// An event that is in the store, as followers get it. Its JSON was written once and is shared by
/// all of them.
public final class LoggedEvent {
    private final SessionId session;
    private final long sequence;
    private final String json;
    private volatile @Nullable Envelope envelope;

    /// @param envelope read from the JSON when it is absent
    public LoggedEvent(SessionId session, long sequence, String json, @Nullable Envelope envelope) {
        this.session = session;
        this.sequence = sequence;
        this.json = json;
        this.envelope = envelope;
    }

    public SessionId session() {
        return session;
    }

    /// Its number within its session, from 1.
    public long sequence() {
        return sequence;
    }

    /// The event as every door sends it.
    public String json() {
        return json;
    }

    /// The event as a value. Read from its JSON when it comes from the store, so those who only
    /// pass it on do not pay for it.
    public Envelope envelope() {
        var read = envelope;
        if (read == null) {
            read = EventJson.read(Json.parseOwn(json).orElseThrow());
            envelope = read;
        }
        return read;
    }

    @Override
    public String toString() {
        return json;
    }
}
