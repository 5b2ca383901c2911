package dev.parley.session;

import dev.parley.event.Envelope;
import dev.parley.event.EventJson;
import dev.parley.json.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ObjectNode;

/// An event that is in the store, as followers get it. Its JSON was written once and is shared by
/// all of them.
public final class Recorded {
    private final SessionId session;
    private final long sequence;
    private final String json;
    private final @Nullable String raw;
    private volatile @Nullable Envelope envelope;

    Recorded(
            SessionId session,
            long sequence,
            String json,
            @Nullable String raw,
            @Nullable Envelope envelope) {
        this.session = session;
        this.sequence = sequence;
        this.json = json;
        this.raw = raw;
        this.envelope = envelope;
    }

    public SessionId session() {
        return session;
    }

    /// Its number within its session, from 1.
    public long sequence() {
        return sequence;
    }

    /// The event as every door sends it, without the provider's own line.
    public String json() {
        return json;
    }

    public String json(EventJson.Raw included) {
        return switch (included) {
            case LEFT_OUT -> json;
            case INCLUDED ->
                    raw == null
                            ? json
                            : Json.write(
                                    ((ObjectNode) Json.parseObject(json).orElseThrow())
                                            .put("raw", raw));
        };
    }

    /// The event as a value. Read from its JSON when it comes from the store, so those who only
    /// pass it on do not pay for it.
    public Envelope envelope() {
        var read = envelope;
        if (read == null) {
            var told = EventJson.read(Json.parseObject(json).orElseThrow());
            read =
                    new Envelope(
                            told.timestamp(),
                            told.provider(),
                            told.sessionId(),
                            told.sequenceNumber(),
                            told.event(),
                            raw);
            envelope = read;
        }
        return read;
    }

    @Override
    public String toString() {
        return json;
    }
}
