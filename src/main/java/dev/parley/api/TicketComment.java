package dev.parley.api;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/// Something said about a ticket.
///
/// @param session the session of the agent that said it; absent for a person
public record TicketComment(
        long id, long ticket, String text, @Nullable SessionId session, Instant createdAt) {}
