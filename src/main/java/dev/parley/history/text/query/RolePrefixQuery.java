package dev.parley.history.text.query;

import dev.parley.history.text.words.Role;

import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Objects;
import java.util.Set;

/// A word with a certain beginning in any of the roles. Ranks as Lucene's own query for each of
/// them would, which reads where all such words are in all of the index before it finds the first
/// turn: with a common beginning that is nearly all there is.
final class RolePrefixQuery extends Query {
    private final String beginning;
    private final Set<Role> roles;

    RolePrefixQuery(String beginning, Set<Role> roles) {
        this.beginning = beginning;
        this.roles = roles;
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost) {
        return new ConstantScoreWeight(this, boost) {
            @Override
            public @Nullable ScorerSupplier scorerSupplier(LeafReaderContext leaf)
                    throws IOException {
                return RolePrefixQuery.this.supplier(leaf, boost);
            }

            @Override
            public boolean isCacheable(LeafReaderContext context) {
                return true;
            }
        };
    }

    private @Nullable ScorerSupplier supplier(LeafReaderContext leaf, float boost)
            throws IOException {
        var found = new ArrayList<PrefixInRole>();
        var turns = 0L;
        for (var role : roles) {
            var words = leaf.reader().terms(role.word());
            if (words != null) {
                found.add(inRole(words, leaf, boost * role.weight()));
                turns = Math.max(turns, words.getDocCount());
            }
        }
        if (found.isEmpty()) {
            return null;
        }
        found.sort(Comparator.comparingDouble(one -> -one.weight()));
        var cost = turns;
        return new ScorerSupplier() {
            @Override
            public Scorer get(long leadCost) {
                return new RolePrefixScorer(found, cost);
            }

            @Override
            public long cost() {
                return cost;
            }
        };
    }

    private PrefixInRole inRole(Terms words, LeafReaderContext leaf, float weight) {
        return new PrefixInRole(words, new BytesRef(beginning), leaf.reader().maxDoc(), weight);
    }

    @Override
    public void visit(QueryVisitor visitor) {
        visitor.visitLeaf(this);
    }

    @Override
    public String toString(String field) {
        return beginning + "* in " + roles;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RolePrefixQuery query
                && query.beginning.equals(beginning)
                && query.roles.equals(roles);
    }

    @Override
    public int hashCode() {
        return Objects.hash(beginning, roles);
    }
}
