package dev.parley.event;

import com.fasterxml.jackson.annotation.JsonValue;

import java.util.Locale;

/// Who began a turn.
public enum TurnOrigin {
    /// A person or program asked.
    PROMPT,
    /// The agent went on by itself, for example because a task in its background ended.
    AGENT;

    /// As it is written in JSON.
    @JsonValue
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
