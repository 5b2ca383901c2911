package dev.parley.wire;

/// How a process ended by itself: its exit code and the end of its standard error.
public record Ending(int exitCode, String lastWords) {}
