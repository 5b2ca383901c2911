package dev.parley.api;

import java.util.List;

/// A piece of what was said around a hit, on one line.
///
/// @param marks the places in it that were looked for
public record Snippet(String text, List<Mark> marks) {
    public Snippet {
        marks = List.copyOf(marks);
    }

    /// @param end the first character that is no longer part of it
    public record Mark(int start, int end) {}
}
