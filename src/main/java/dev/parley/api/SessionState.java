package dev.parley.api;

import com.fasterxml.jackson.annotation.JsonValue;

import java.util.Arrays;
import java.util.Locale;

/// Where a live session stands.
public enum SessionState {
    /// Its process starts, or it waits for a place among the warm ones.
    STARTING,
    /// A turn runs.
    RUNNING,
    /// A turn runs and waits for a person's permission.
    WAITING,
    /// Nothing runs; the next prompt goes on, on a warm process if there still is one.
    IDLE,
    /// A person or program closed it. Resuming opens it again.
    COMPLETED,
    /// It could not be begun, or not go on; the last `error` event says why. A prompt tries again.
    ERROR,
    /// The Parley that had it is gone. All it said is kept; a prompt goes on with it.
    INTERRUPTED;

    /// As it is written in JSON and in the store.
    @JsonValue
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static SessionState ofWireName(String name) {
        return Arrays.stream(values())
                .filter(state -> state.wireName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No session state " + name));
    }

    /// A turn is under way.
    public boolean isActive() {
        return this == RUNNING || this == WAITING;
    }

    /// Somebody has the session open: a file of it that appears in the history is the same one.
    public boolean isOpen() {
        return this == STARTING || isActive() || this == IDLE;
    }
}
