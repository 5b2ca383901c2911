package dev.parley.history.text.query;

import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;

import java.io.IOException;
import java.util.List;

/// Goes through the turns of one part of the index that have a beginning in one of the roles, and
/// adds up what the roles count. What cannot be among the best is not even looked up.
final class RolePrefixScorer extends Scorer {
    private final List<PrefixInRole> roles;
    private final Turns turns;

    /// The first so many: a turn that has the beginning in none of them is not good enough.
    private int needed;

    /// @param roles those that count most first
    RolePrefixScorer(List<PrefixInRole> roles, long cost) {
        this.roles = roles;
        turns = new Turns(cost);
        needed = roles.size();
    }

    @Override
    public int docID() {
        return turns.docID();
    }

    @Override
    public DocIdSetIterator iterator() {
        return turns;
    }

    @Override
    public float getMaxScore(int upTo) {
        return most(0);
    }

    /// What the roles count together, from one on.
    private float most(int from) {
        var sum = 0.0;
        for (var role : roles.subList(from, roles.size())) {
            sum += role.weight();
        }
        return (float) sum;
    }

    @Override
    public float score() throws IOException {
        var sum = 0.0;
        for (var role : roles) {
            sum += role.isIn(turns.docID()) ? role.weight() : 0;
        }
        return (float) sum;
    }

    @Override
    public void setMinCompetitiveScore(float least) {
        while (needed > 0 && most(needed - 1) < least) {
            needed--;
        }
    }

    private final class Turns extends DocIdSetIterator {
        private final long cost;
        private int turn = -1;

        private Turns(long cost) {
            this.cost = cost;
        }

        @Override
        public int docID() {
            return turn;
        }

        @Override
        public int nextDoc() throws IOException {
            return advance(turn + 1);
        }

        @Override
        public int advance(int target) throws IOException {
            turn = NO_MORE_DOCS;
            for (var role : roles.subList(0, needed)) {
                turn = Math.min(turn, role.next(target));
            }
            return turn;
        }

        @Override
        public long cost() {
            return cost;
        }
    }
}
