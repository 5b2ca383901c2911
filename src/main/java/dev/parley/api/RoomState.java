package dev.parley.api;

import com.fasterxml.jackson.annotation.JsonProperty;

import java.util.Locale;

/// What a room does.
public enum RoomState {
    /// It waits for a person.
    @JsonProperty("idle")
    IDLE,
    /// Its agents talk.
    @JsonProperty("running")
    RUNNING,
    /// No turn begins before a person lets it go on.
    @JsonProperty("paused")
    PAUSED;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
