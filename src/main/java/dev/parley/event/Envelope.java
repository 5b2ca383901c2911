package dev.parley.event;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/// An event as it is stored and sent: when, by whom, its sequence number in its session, and the
/// provider's own line. The native session id is absent until the provider has told it.
public record Envelope(
        Instant timestamp,
        String provider,
        @Nullable String sessionId,
        long sequenceNumber,
        Event event,
        @Nullable String raw) {}
