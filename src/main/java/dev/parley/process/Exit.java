package dev.parley.process;

/// The end of a child: its exit code, the end of its standard error, and whether it had to be cut
/// short because it wrote too much, or because it closed its output and would not leave.
public record Exit(int code, String lastWords, boolean hitOutputLimit, boolean lingered) {}
