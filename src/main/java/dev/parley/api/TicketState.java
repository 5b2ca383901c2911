package dev.parley.api;

import com.fasterxml.jackson.annotation.JsonProperty;

import java.util.Locale;

/// Where a ticket stands. All but the last are columns of the board.
public enum TicketState {
    /// An agent suggests it, and no person has decided yet.
    @JsonProperty("proposed")
    PROPOSED,
    @JsonProperty("ready")
    READY,
    @JsonProperty("doing")
    DOING,
    @JsonProperty("review")
    REVIEW,
    @JsonProperty("done")
    DONE,
    /// A person said no. It is on no board, and is kept for the agent that suggested it.
    @JsonProperty("rejected")
    REJECTED;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether there is nothing left to do for it.
    public boolean isOver() {
        return this == DONE || this == REJECTED;
    }
}
