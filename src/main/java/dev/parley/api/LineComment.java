package dev.parley.api;

import org.jspecify.annotations.Nullable;

/// What a person says about lines of a changed file. Several are collected and sent as one prompt.
///
/// @param path as the list of changes has it
/// @param line counts from 1
/// @param endLine the last line; absent: the same
/// @param old whether the line is one of the file before the changes
/// @param turn the turn whose patch it is about; absent: the whole session's
public record LineComment(
        String path,
        int line,
        @Nullable Integer endLine,
        boolean old,
        @Nullable Integer turn,
        String text) {}
