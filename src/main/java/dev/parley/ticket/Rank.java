package dev.parley.ticket;

import org.jspecify.annotations.Nullable;

/// Places in a column, as texts that are in the order of the places. Between any two there is room
/// for another, so a move changes one ticket only, and moves at the same time do not collide.
final class Rank {
    private static final String DIGITS =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    private Rank() {}

    /// A place between two others.
    ///
    /// @param before absent: at the very beginning
    /// @param after absent: at the very end
    static String between(@Nullable String before, @Nullable String after) {
        var low = before == null ? "" : before;
        var high = after == null ? "" : after;
        if (after != null && low.compareTo(high) >= 0) {
            throw new IllegalArgumentException(low + " is not before " + after);
        }
        var rank = new StringBuilder();
        var isBelow = after == null; // what was written so far is below `high` already
        for (var at = 0; ; at++) {
            var from = at < low.length() ? digit(low, at) : 0;
            var to = isBelow ? DIGITS.length() : at < high.length() ? digit(high, at) : 0;
            if (to - from > 1) {
                // New places at an end take small steps: it is where most are made.
                var middle =
                        isBelow && at >= low.length() - 1 && at > 0
                                ? from + 1
                                : from + (to - from) / 2;
                return rank.append(DIGITS.charAt(middle)).toString();
            }
            rank.append(DIGITS.charAt(from));
            isBelow |= from < to;
        }
    }

    private static int digit(String rank, int at) {
        return DIGITS.indexOf(rank.charAt(at));
    }
}
