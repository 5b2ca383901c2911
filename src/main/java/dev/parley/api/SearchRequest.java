package dev.parley.api;

import dev.parley.base.problem.Problem;

/// What a search is to look for.
///
/// @param text in the query language
/// @param isNewestFirst instead of what fits best
public record SearchRequest(String text, int limit, int offset, boolean isNewestFirst) {
    /// How many turns are shown unless the asker names a number.
    public static final int USUAL = 20;

    public static final int MOST = 100;

    /// Nobody turns more pages than this.
    public static final int DEEPEST = 1000;

    public SearchRequest {
        if (limit < 1 || limit > MOST) {
            throw Problem.invalid(
                    "The limit is " + limit + ".", "Give a number between 1 and " + MOST + ".");
        }
    }
}
