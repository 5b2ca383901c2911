package dev.parley.api;

import dev.parley.base.json.Json;
import dev.parley.event.Envelope;
import dev.parley.event.EventJson;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/// An event that is in the store, as followers get it. Its JSON was written once and is shared by
/// all of them.
public final class LoggedEvent {
    /// An event of more characters is read from its JSON again where it is needed as a value, so
    /// that it is not in memory twice.
    private static final int LARGE = 64 * 1024;

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

    /// An event that is about to be stored. The provider's own line is not: nobody asks for it, and
    /// it says the same again.
    public static LoggedEvent of(SessionId session, Envelope envelope) {
        return of(session, envelope, EventJson.write(envelope, EventJson.Raw.LEFT_OUT));
    }

    /// @param tree the event as JSON, which is not written yet
    public static LoggedEvent of(SessionId session, Envelope envelope, JsonNode tree) {
        var json = Json.write(tree);
        var kept = json.length() > LARGE ? null : envelope;
        return new LoggedEvent(session, envelope.sequenceNumber(), json, kept);
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
