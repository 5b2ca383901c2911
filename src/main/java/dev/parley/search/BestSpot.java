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

/// Chooses the text of a turn in which most of what is looked for was found.
final class BestSpot {
    /// A word may be in a turn a thousand times.
    private static final int MOST_MATCHES = 300;

    private BestSpot() {}

    /// @return its index among the spots
    static int of(List<Spot> spots, @Nullable Matches matches) throws IOException {
        if (matches == null) {
            return 0;
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
                .orElse(0);
    }

    private static void collect(
            Role role, List<Spot> spots, Matches matches, Map<Integer, Set<Query>> found)
            throws IOException {
        var all = matches.getMatches(role.word());
        if (all == null) {
            return;
        }
        for (var left = MOST_MATCHES; left > 0 && all.next(); left--) {
            found.computeIfAbsent(at(role, all.startPosition(), spots), _ -> new HashSet<>(4))
                    .add(all.getQuery());
        }
    }

    /// The last one that begins before this word.
    private static int at(Role role, int position, List<Spot> spots) {
        var best = 0;
        for (var at = 0; at < spots.size(); at++) {
            var spot = spots.get(at);
            if (spot.role() == role && spot.position() <= position) {
                best = at;
            }
        }
        return best;
    }
}
