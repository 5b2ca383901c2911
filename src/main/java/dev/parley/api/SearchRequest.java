package dev.parley.api;

/// What a door asks for.
///
/// @param text in the query language
/// @param isNewestFirst instead of what fits best
public record SearchRequest(String text, int limit, int offset, boolean isNewestFirst) {
    /// Nobody turns more pages than this.
    public static final int DEEPEST = 1000;
}
