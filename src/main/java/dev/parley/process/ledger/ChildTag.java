package dev.parley.process.ledger;

/// What marks a child and all its descendants as ours.
///
/// @param variable in the environment, which a process can clear
/// @param limit see [LimitTag]
public record ChildTag(String variable, long limit) {
    /// The environment variable every child carries.
    public static final String VARIABLE = "PARLEY_CHILD";
}
