package dev.parley.history.text.hit;

import dev.parley.history.text.hit.TextLocations.Spot;
import dev.parley.history.text.query.SearchQuery;
import dev.parley.history.text.query.SearchQuery.Term;
import dev.parley.history.text.words.Role;

import org.apache.lucene.index.LeafReaderContext;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Chooses the text of a turn in which most of what is looked for was found. For the turns of one
/// part of the index, in their order; belongs to one thread.
public final class BestSpot {
    /// A word may be in a turn a thousand times.
    private static final int MOST_MATCHES = 300;

    private final LeafReaderContext leaf;
    private final SearchQuery query;
    private final List<Term> terms;

    /// Where the terms are. Looked up only for the roles somebody gets to: often the first will do.
    private final Map<Role, List<TermPlaces>> places = new EnumMap<>(Role.class);

    /// A beginning may be that of ten thousand words, and is looked for in the texts instead.
    public BestSpot(LeafReaderContext leaf, SearchQuery query) {
        this.leaf = leaf;
        this.query = query;
        terms = query.terms().stream().filter(term -> !term.isPrefix()).limit(64).toList();
    }

    private List<TermPlaces> places(Role role) throws IOException {
        var known = places.get(role);
        if (known != null) {
            return known;
        }
        var found = new ArrayList<TermPlaces>();
        for (var term : terms) {
            found.add(new TermPlaces(leaf, role.word(), term.words()));
        }
        places.put(role, found);
        return found;
    }

    /// Prompts before answers, before what tools did.
    ///
    /// @return its index among the spots; -1 when it is not known where something was found
    public int of(int doc, List<Spot> spots) throws IOException {
        var best = -1;
        var most = 0;
        for (var role : Role.values()) {
            if (most == terms.size()) {
                break;
            }
            if (!query.roles().contains(role)) {
                continue;
            }
            var found = found(role, doc, spots);
            for (var at = 0; at < found.length; at++) {
                if (Long.bitCount(found[at]) > most) {
                    most = Long.bitCount(found[at]);
                    best = at;
                }
            }
        }
        return best;
    }

    /// Which terms are in which text.
    private long[] found(Role role, int doc, List<Spot> spots) throws IOException {
        var found = new long[spots.size()];
        var all = places(role);
        for (var term = 0; term < all.size(); term++) {
            if (!all.get(term).goTo(doc)) {
                continue;
            }
            var spot = -1;
            // Of a single term, where it comes first is enough.
            for (var left = all.size() == 1 ? 1 : MOST_MATCHES; left > 0; left--) {
                var position = all.get(term).next();
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
