package dev.parley.api;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Instant;

/// Work that a client asked for and that may take longer than the client waits.
///
/// @param owner who asked, and who alone may have it
/// @param tool what was called, with what arguments
/// @param fingerprint the same for a call that is repeated
/// @param message what is known of how it goes
/// @param requests what it waits for, by key; an empty object otherwise
/// @param result of one that is done
/// @param error of one that failed or was interrupted
/// @param isDelivered whether its owner has had the result
public record Job(
        String id,
        String owner,
        String tool,
        JsonNode arguments,
        String fingerprint,
        JobState state,
        String message,
        JsonNode requests,
        @Nullable JsonNode result,
        @Nullable JsonNode error,
        boolean isDelivered,
        Instant createdAt,
        Instant updatedAt) {
    /// How it is now.
    public Job in(JobState state, String message, JsonNode requests, Instant now) {
        return new Job(
                id,
                owner,
                tool,
                arguments,
                fingerprint,
                state,
                message,
                requests,
                result,
                error,
                isDelivered,
                createdAt,
                now);
    }

    /// What it came to.
    public Job ended(
            JobState state,
            JsonNode nothing,
            @Nullable JsonNode result,
            @Nullable JsonNode error,
            Instant now) {
        return new Job(
                id,
                owner,
                tool,
                arguments,
                fingerprint,
                state,
                message,
                nothing,
                result,
                error,
                isDelivered,
                createdAt,
                now);
    }
}
