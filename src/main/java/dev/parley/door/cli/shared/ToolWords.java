package dev.parley.door.cli.shared;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.List;

/// Tools as they are named on the command line: `a,b`, or `none`.
public final class ToolWords {
    private ToolWords() {}

    /// Absent when nothing was said.
    public static @Nullable List<String> parse(@Nullable String text) {
        if (text == null) {
            return null;
        }
        return text.strip().equals("none")
                ? List.of()
                : Arrays.stream(text.split(",", -1))
                        .map(String::strip)
                        .filter(word -> !word.isEmpty())
                        .toList();
    }
}
