package dev.parley.api;

/// What a pass over the files of the CLIs came to.
///
/// @param isTextIndexed false when another Parley is running, which indexes the text
public record IndexReport(
        int filesRead,
        int sessions,
        long skippedLines,
        long skippedValues,
        boolean isTextIndexed) {}
