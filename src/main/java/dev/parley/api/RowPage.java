package dev.parley.api;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// Some rows of a session, the oldest first.
///
/// @param before the row before which there are more
/// @param after the row behind which there are more
/// @param row the row that was looked for
public record RowPage(
        List<Row> rows, @Nullable String before, @Nullable String after, @Nullable String row) {
    /// How many rows are in a page unless the asker names a number.
    public static final int USUAL = 50;

    public static final int MOST = 500;

    public RowPage {
        rows = List.copyOf(rows);
    }
}
