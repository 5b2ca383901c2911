package dev.parley.tool;

import dev.parley.base.json.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/// A call that goes on by itself, at one moment.
///
/// @param message how it is, for a person
/// @param requests what waits for an answer of the client
/// @param result of one that is completed: what the call would have answered
/// @param error of one that failed
public record McpTask(
        String id,
        Status status,
        String message,
        Instant createdAt,
        Instant updatedAt,
        Map<String, ClientRequest> requests,
        @Nullable ObjectNode result,
        @Nullable ObjectNode error) {
    /// How long one can be asked for after it has ended.
    public static final Duration KEPT = Duration.ofDays(7);

    private static final int POLL_MILLIS = 1000;

    /// As the protocol names them.
    public enum Status {
        WORKING,
        INPUT_REQUIRED,
        COMPLETED,
        FAILED,
        CANCELLED;

        public boolean isFinal() {
            return this == COMPLETED || this == FAILED || this == CANCELLED;
        }

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// Without what it came to.
    ObjectNode seed() {
        var json = Json.object().put("taskId", id).put("status", status.wireName());
        if (!message.isEmpty()) {
            json.put("statusMessage", message);
        }
        return json.put("createdAt", createdAt.toString())
                .put("lastUpdatedAt", updatedAt.toString())
                .put("ttlMs", KEPT.toMillis())
                .put("pollIntervalMs", POLL_MILLIS);
    }

    ObjectNode detailed() {
        var json = seed();
        switch (status) {
            case INPUT_REQUIRED -> json.set("inputRequests", CallingClient.json(requests));
            case COMPLETED -> json.set("result", Objects.requireNonNull(result));
            case FAILED -> json.set("error", Objects.requireNonNull(error));
            case WORKING, CANCELLED -> {}
        }
        return json;
    }
}
