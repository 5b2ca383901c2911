package dev.parley.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/// What becomes of the functions that a client of the OpenAI door brings along.
public enum FunctionPolicy {
    /// The agent gets them as tools.
    @JsonProperty("map")
    MAP,
    /// They are left out, and the answer says so.
    @JsonProperty("ignore")
    IGNORE,
    /// The call is refused.
    @JsonProperty("refuse")
    REFUSE
}
