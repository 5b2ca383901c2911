package dev.parley.ticket;

import org.jspecify.annotations.Nullable;

/// Places in a column, as texts that are in the order of the places. Between any two there is room
/// for another, so a move changes one ticket only, and moves at the same time do not collide. At
/// the ends ranks count up and down and stay short. In between each move may need a little more, so
/// a rank that has become [#isTooLong] is a reason to give the whole column new ones.
final class Rank {
    private static final String DIGITS =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    /// The part of a rank that counts at the ends.
    private static final int COUNTER = 8;

    private static final int LONGEST = 40;

    /// No rank ends with the first digit: nothing would fit before it.
    private static final String MIDDLE = "V";

    private Rank() {}

    static boolean isTooLong(String rank) {
        return rank.length() > LONGEST;
    }

    /// A place between two others.
    ///
    /// @param before absent: at the very beginning
    /// @param after absent: at the very end
    static String between(@Nullable String before, @Nullable String after) {
        if (before == null && after == null) {
            return MIDDLE + "0".repeat(COUNTER - 1) + MIDDLE;
        }
        if (before != null && after != null && before.compareTo(after) >= 0) {
            throw new IllegalArgumentException(before + " is not before " + after);
        }
        var counted = before == null ? count(after, -1) : after == null ? count(before, 1) : "";
        return counted.isEmpty() ? divided(before, after) : counted;
    }

    /// The next or the previous number of the counter; empty where it is at its end.
    private static String count(@Nullable String rank, int step) {
        var counter = new StringBuilder(rank == null ? "" : rank);
        counter.setLength(Math.min(counter.length(), COUNTER));
        counter.append("0".repeat(COUNTER - counter.length()));
        for (var at = COUNTER - 1; at >= 0; at--) {
            var digit = DIGITS.indexOf(counter.charAt(at)) + step;
            if (digit >= 0 && digit < DIGITS.length()) {
                counter.setCharAt(at, DIGITS.charAt(digit));
                return counter + MIDDLE;
            }
            counter.setCharAt(at, DIGITS.charAt(step > 0 ? 0 : DIGITS.length() - 1));
        }
        return "";
    }

    private static String divided(@Nullable String before, @Nullable String after) {
        var low = before == null ? "" : before;
        var high = after == null ? "" : after;
        var rank = new StringBuilder();
        var isBelow = after == null; // what was written so far is below `high` already
        for (var at = 0; ; at++) {
            var from = at < low.length() ? digit(low, at) : 0;
            var to = isBelow ? DIGITS.length() : at < high.length() ? digit(high, at) : 0;
            if (to - from > 1) {
                return rank.append(DIGITS.charAt(from + (to - from) / 2)).toString();
            }
            rank.append(DIGITS.charAt(from));
            isBelow |= from < to;
        }
    }

    private static int digit(String rank, int at) {
        return DIGITS.indexOf(rank.charAt(at));
    }
}
