package dev.parley.api;

/// What a pass over the files of the CLIs came to.
///
/// @param sessions all of them, those of subagents too
/// @param subagents how many of them other sessions started
/// @param isTextIndexed false when another Parley is running, which indexes the text
public record IndexReport(
        int filesRead,
        int sessions,
        int subagents,
        long skippedLines,
        long skippedValues,
        boolean isTextIndexed) {}
