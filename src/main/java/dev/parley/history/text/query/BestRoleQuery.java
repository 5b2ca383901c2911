package dev.parley.history.text.query;

import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A phrase in any of the roles. It counts once, in the role in which it counts most: to find out
/// whether words stand side by side is dear, and so the others are not even looked at, and the
/// search ends when nothing better can come.
final class BestRoleQuery extends Query {
    private final List<Query> inRoles;

    /// @param inRoles one for each role, with its weight; each counts the same wherever it is found
    BestRoleQuery(List<Query> inRoles) {
        this.inRoles = List.copyOf(inRoles);
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost)
            throws IOException {
        var weights = new ArrayList<Weight>();
        for (var one : inRoles) {
            weights.add(searcher.createWeight(searcher.rewrite(one), mode, boost));
        }
        return new ConstantScoreWeight(this, boost) {
            @Override
            public @Nullable ScorerSupplier scorerSupplier(LeafReaderContext leaf)
                    throws IOException {
                return supplier(weights, leaf);
            }

            @Override
            public boolean isCacheable(LeafReaderContext leaf) {
                return true;
            }
        };
    }

    private static @Nullable ScorerSupplier supplier(List<Weight> weights, LeafReaderContext leaf)
            throws IOException {
        var found = new ArrayList<Scorer>();
        for (var weight : weights) {
            var scorer = weight.scorer(leaf);
            if (scorer != null) {
                found.add(scorer);
            }
        }
        if (found.isEmpty()) {
            return null;
        }
        var scorer = BestRoleScorer.of(found);
        return new ScorerSupplier() {
            @Override
            public Scorer get(long leadCost) {
                return scorer;
            }

            @Override
            public long cost() {
                return scorer.cost();
            }
        };
    }

    @Override
    public void visit(QueryVisitor visitor) {
        visitor.visitLeaf(this);
    }

    @Override
    public String toString(String field) {
        return "the best of " + inRoles;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BestRoleQuery query && query.inRoles.equals(inRoles);
    }

    @Override
    public int hashCode() {
        return inRoles.hashCode();
    }
}
