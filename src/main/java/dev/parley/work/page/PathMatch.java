package dev.parley.work.page;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// How well a path fits what was typed: its name first, then its folders, then letters in order.
///
/// @param rank smaller is better
record PathMatch(String path, int rank) implements Comparable<PathMatch> {
    private static final Comparator<PathMatch> ORDER =
            Comparator.comparingInt(PathMatch::rank)
                    .thenComparingInt(match -> match.path().length())
                    .thenComparing(PathMatch::path);

    /// @param wanted in small letters
    static Optional<PathMatch> of(String path, String wanted) {
        var lower = path.toLowerCase(Locale.ROOT);
        var name = lower.substring(lower.lastIndexOf('/') + 1);
        if (name.startsWith(wanted)) {
            return Optional.of(new PathMatch(path, 0));
        }
        if (name.contains(wanted)) {
            return Optional.of(new PathMatch(path, 1));
        }
        if (lower.contains(wanted)) {
            return Optional.of(new PathMatch(path, 2));
        }
        return hasInOrder(lower, wanted) ? Optional.of(new PathMatch(path, 3)) : Optional.empty();
    }

    private static boolean hasInOrder(String text, String letters) {
        var at = 0;
        for (var index = 0; index < letters.length(); index++) {
            at = text.indexOf(letters.charAt(index), at) + 1;
            if (at == 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int compareTo(PathMatch other) {
        return ORDER.compare(this, other);
    }
}
