package dev.parley.event;

import com.fasterxml.jackson.annotation.JsonValue;

import java.util.Locale;

/// Why a session ended.
public enum EndReason {
    /// The agent finished its work.
    COMPLETED,
    /// The agent, its model or its process failed; an `error` event before says how.
    ERROR,
    /// A person or program stopped it.
    INTERRUPTED,
    /// It ran longer than allowed. What it had said until then is kept.
    TIMEOUT,
    /// It wrote more than allowed. What it had said until then is kept.
    OUTPUT_LIMIT;

    /// As it is written in JSON: `output_limit`.
    @JsonValue
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
