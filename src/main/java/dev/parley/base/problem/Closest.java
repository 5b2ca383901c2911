package dev.parley.base.problem;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/// Finds the names a person may have meant.
public final class Closest {
    private Closest() {}

    /// At most three of `names`, the most alike first; nothing that has little in common with
    /// `wanted`.
    public static List<String> to(String wanted, Collection<String> names) {
        record Candidate(String name, int distance) {}
        return names.stream()
                .distinct()
                .map(name -> new Candidate(name, distance(wanted, name)))
                .filter(candidate -> candidate.distance <= Math.max(2, wanted.length() / 2))
                .filter(candidate ->
                        candidate.distance < Math.max(wanted.length(), candidate.name.length()))
                .sorted(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
                .limit(3)
                .map(Candidate::name)
                .toList();
    }

    /// `Did you mean a, b or c?`, or the fallback where nothing is close.
    public static String question(String wanted, Collection<String> names, String fallback) {
        var close = to(wanted, names);
        return switch (close.size()) {
            case 0 -> fallback;
            case 1 -> "Did you mean " + close.getFirst() + "?";
            default ->
                    "Did you mean %s or %s?"
                            .formatted(
                                    String.join(", ", close.subList(0, close.size() - 1)),
                                    close.getLast());
        };
    }

    /// Levenshtein's distance, ignoring case.
    private static int distance(String one, String other) {
        var previous = new int[other.length() + 1];
        for (var column = 0; column <= other.length(); column++) {
            previous[column] = column;
        }
        for (var row = 1; row <= one.length(); row++) {
            var current = new int[other.length() + 1];
            current[0] = row;
            for (var column = 1; column <= other.length(); column++) {
                var same =
                        Character.toLowerCase(one.charAt(row - 1))
                                == Character.toLowerCase(other.charAt(column - 1));
                current[column] =
                        Math.min(
                                Math.min(current[column - 1], previous[column]) + 1,
                                previous[column - 1] + (same ? 0 : 1));
            }
            previous = current;
        }
        return previous[other.length()];
    }
}
