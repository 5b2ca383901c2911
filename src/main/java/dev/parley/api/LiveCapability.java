package dev.parley.api;

/// What a provider can do in a live session. Claimed in its profile, shown by a run of the real
/// CLI; what is missing is absent, never faked.
public enum LiveCapability {
    /// Goes on with an earlier session.
    RESUME,
    /// Asks before it does something.
    APPROVAL,
    /// Takes "yes, and do not ask again in this session".
    APPROVAL_FOR_SESSION,
    /// Does what a person wrote instead of what it wanted to do.
    EDITED_INPUT,
    /// Tells the agent why it was refused.
    REASON,
    /// Ends a turn and lives on.
    INTERRUPT,
    /// Takes a word into a running turn.
    STEER,
    MODEL_SWITCH,
    MODE_SWITCH,
    SYSTEM_PROMPT,
    EXTRA_DIRECTORIES,
    IMAGES,
    STREAMING,
    THINKING,
    TOOLS,
    /// Uses tools of Parley, without asking.
    PARLEY_TOOLS,
    /// Waits for a tool of Parley as long as a person may take, or says in time that it cannot.
    WAITING_TOOLS,
    USAGE,
    /// Holds several sessions in one process.
    SHARED_PROCESS
}
