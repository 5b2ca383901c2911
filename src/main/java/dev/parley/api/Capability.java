package dev.parley.api;

/// What a provider can do. Claimed in its profile, shown by a run of the real CLI.
public enum Capability {
    /// Goes on with an earlier session, with all of its history.
    RESUME,
    /// Takes the name of a model.
    MODEL_CHOICE,
    /// Works in further directories beside its own.
    EXTRA_DIRECTORIES,
    /// Takes a system prompt; for others Parley puts that text above the prompt.
    SYSTEM_PROMPT,
    /// Writes its answer piece by piece.
    STREAMING,
    /// Shows what it thinks.
    THINKING,
    /// Shows which tools it calls and what they return.
    TOOLS,
    /// Uses tools of Parley's.
    PARLEY_TOOLS,
    /// Counts tokens.
    USAGE,
    /// Tells what a turn cost.
    COST
}
