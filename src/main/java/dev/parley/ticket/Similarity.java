package dev.parley.ticket;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Finds tickets that may be the same, by the words of their titles: half of all words of both must
/// be in both. A hint for a person, never more.
final class Similarity {
    private static final int MOST = 3;
    private static final double ENOUGH = 0.5;
    private static final Pattern GAP = Pattern.compile("[^\\p{L}\\p{N}]+");
    private static final Set<String> NO_WORDS =
            Set.of(
                    "a", "an", "and", "for", "from", "in", "is", "it", "of", "on", "the", "to",
                    "with");

    private final Map<Long, Set<String>> words = new HashMap<>();
    private final Map<String, List<Long>> numbers = new HashMap<>();

    /// @param titles by the numbers of their tickets
    Similarity(Map<Long, String> titles) {
        titles.forEach((number, title) -> {
            var all = words(title);
            words.put(number, all);
            all.forEach(word -> numbers.computeIfAbsent(word, _ -> new ArrayList<>()).add(number));
        });
    }

    private record Likely(long number, double share) {}

    /// The numbers of those most like a title, the likeliest first.
    List<Long> to(String title) {
        var wanted = words(title);
        var common = new HashMap<Long, Integer>();
        for (var word : wanted) {
            numbers.getOrDefault(word, List.of())
                    .forEach(number -> common.merge(number, 1, Integer::sum));
        }
        var likely = new ArrayList<Likely>();
        common.forEach((number, both) -> {
            var all = wanted.size() + words.getOrDefault(number, Set.of()).size() - both;
            var share = (double) both / all;
            if (share >= ENOUGH) {
                likely.add(new Likely(number, share));
            }
        });
        return likely.stream()
                .sorted(
                        Comparator.comparingDouble(Likely::share)
                                .reversed()
                                .thenComparingLong(Likely::number))
                .limit(MOST)
                .map(Likely::number)
                .toList();
    }

    private static Set<String> words(String title) {
        return Arrays.stream(GAP.split(title.toLowerCase(Locale.ROOT), -1))
                .filter(word -> !word.isEmpty() && !NO_WORDS.contains(word))
                .collect(toUnmodifiableSet());
    }
}
