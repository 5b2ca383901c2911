package dev.parley.api;

/// An agent, and where it is kept.
///
/// @param source the file that declares it, or `record` when it was made through a door
public record AgentInfo(Agent agent, String source) {
    public static final String RECORD = "record";
}
