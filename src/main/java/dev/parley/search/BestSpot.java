package dev.parley.search;

import dev.parley.search.SearchQuery.Term;
import dev.parley.search.Spots.Spot;

import org.apache.lucene.index.LeafReaderContext;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Chooses the text of a turn in which most of what is looked for was found. For the turns of one
/// part of the index, in their order; belongs to one thread.
final class BestSpot {
    /// A word may be in a turn a thousand times.
    private static final int MOST_MATCHES = 300;

    /// Where the terms are, by role.
    private final List<List<TermPlaces>> places = new ArrayList<>();

    private final int all;

    /// A beginning may be that of ten thousand words, and is looked for in the texts instead.
    BestSpot(LeafReaderContext leaf, SearchQuery query) throws IOException {
        var terms = query.terms().stream().filter(term -> !term.isPrefix()).limit(64).toList();
        all = terms.size();
        for (var role : Role.values()) {
            places.add(query.roles().contains(role) ? in(leaf, role, terms) : List.of());
        }
    }

    private static List<TermPlaces> in(LeafReaderContext leaf, Role role, List<Term> terms)
            throws IOException {
        var found = new ArrayList<TermPlaces>();
        for (var term : terms) {
            found.add(new TermPlaces(leaf, role.word(), term.words()));
        }
        return found;
    }

    /// Prompts before answers, before what tools did.
    ///
    /// @return its index among the spots; -1 when it is not known where something was found
    int of(int doc, List<Spot> spots) throws IOException {
        var best = -1;
        var most = 0;
        for (var role : Role.values()) {
            var found = found(role, doc, spots);
            for (var at = 0; at < found.length; at++) {
                if (Long.bitCount(found[at]) > most) {
                    most = Long.bitCount(found[at]);
                    best = at;
                }
            }
            if (most == all) {
                break;
            }
        }
        return best;
    }

    /// Which terms are in which text.
    private long[] found(Role role, int doc, List<Spot> spots) throws IOException {
        var found = new long[spots.size()];
        var terms = places.get(role.code());
        for (var term = 0; term < terms.size(); term++) {
            if (!terms.get(term).goTo(doc)) {
                continue;
            }
            var spot = -1;
            // Of a single term, where it comes first is enough.
            for (var left = all == 1 ? 1 : MOST_MATCHES; left > 0; left--) {
                var position = terms.get(term).next();
                if (position < 0) {
                    break;
                }
                spot = spotAt(position, role, spot, spots);
                if (spot >= 0) {
                    found[spot] |= 1L << term;
                }
            }
        }
        return found;
    }

    /// The last one that begins before this word.
    ///
    /// @param from where an earlier word was
    private static int spotAt(int position, Role role, int from, List<Spot> spots) {
        var spot = from;
        for (var at = from + 1; at < spots.size(); at++) {
            if (spots.get(at).role() == role) {
                if (spots.get(at).position() > position) {
                    break;
                }
                spot = at;
            }
        }
        return spot;
    }
}
