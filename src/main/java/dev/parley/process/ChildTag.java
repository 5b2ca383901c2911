package dev.parley.process;

/// What marks a child and all its descendants as ours.
///
/// @param variable in the environment, which a process can clear
/// @param limit see [LimitTag]
record ChildTag(String variable, long limit) {
    /// The environment variable every child carries.
    static final String VARIABLE = "PARLEY_CHILD";
}
