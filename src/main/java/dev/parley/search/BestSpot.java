package dev.parley.search;

import dev.parley.search.Spots.Spot;

import org.apache.lucene.search.Matches;
import org.apache.lucene.search.Query;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/// Chooses the text of a turn in which most of what is looked for was found.
final class BestSpot {
    /// A word may be in a turn a thousand times.
    private static final int MOST_MATCHES = 300;

    private BestSpot() {}

    /// @return its index among the spots; -1 when it is not known where something was found
    static int of(List<Spot> spots, @Nullable Matches matches) throws IOException {
        if (matches == null) {
            return -1;
        }
        var found = new HashMap<Integer, Set<Query>>();
        for (var role : Role.values()) {
            collect(role, spots, matches, found);
        }
        return found.entrySet().stream()
                .max(
                        Map.Entry.<Integer, Set<Query>>comparingByValue(
                                        (one, other) -> one.size() - other.size())
                                .thenComparingDouble(
                                        entry -> spots.get(entry.getKey()).role().weight())
                                .thenComparingInt(entry -> -entry.getKey()))
                .map(Map.Entry::getKey)
                .orElse(-1);
    }

    private static void collect(
            Role role, List<Spot> spots, Matches matches, Map<Integer, Set<Query>> found)
            throws IOException {
        var all = matches.getMatches(role.word());
        if (all == null) {
            return;
        }
        var own = own(role, spots);
        for (var left = MOST_MATCHES; left > 0 && all.next(); left--) {
            found.computeIfAbsent(at(all.startPosition(), own, spots), _ -> new HashSet<>(4))
                    .add(all.getQuery());
        }
    }

    private static int[] own(Role role, List<Spot> spots) {
        return IntStream.range(0, spots.size())
                .filter(at -> spots.get(at).role() == role)
                .toArray();
    }

    /// The last one that begins before this word.
    private static int at(int position, int[] own, List<Spot> spots) {
        var low = 0;
        var high = own.length - 1;
        while (low < high) {
            var middle = (low + high + 1) >>> 1;
            if (spots.get(own[middle]).position() <= position) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return own[low];
    }
}
