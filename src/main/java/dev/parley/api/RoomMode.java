package dev.parley.api;

import com.fasterxml.jackson.annotation.JsonProperty;

import java.util.Locale;

/// How a room talks about what a person wrote.
public enum RoomMode {
    /// Mentioned agents answer first, then the others in turn order, until all pass.
    @JsonProperty("free")
    FREE,
    /// Blind findings, one round in which they are confirmed, disputed or withdrawn, a synthesis.
    @JsonProperty("review")
    REVIEW,
    /// Blind estimates, then revealed, then one round.
    @JsonProperty("estimate")
    ESTIMATE,
    /// The first agent argues for, the second against, a third judges.
    @JsonProperty("debate")
    DEBATE;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
