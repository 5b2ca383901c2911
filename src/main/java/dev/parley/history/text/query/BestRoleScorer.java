package dev.parley.history.text.query;

import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TwoPhaseIterator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Goes through the turns of one part of the index that may have a phrase in one of the roles, and
/// looks closer at one role after the other until it is found.
final class BestRoleScorer extends Scorer {
    /// The phrase in one role.
    ///
    /// @param closer knows the turns that have all words, and whether they are side by side
    private record InRole(TwoPhaseIterator closer, float weight) {
        private int next(int target) throws IOException {
            var turns = closer.approximation();
            return turns.docID() < target ? turns.advance(target) : turns.docID();
        }

        private boolean isIn(int turn) throws IOException {
            return next(turn) == turn && closer.matches();
        }
    }

    /// Those that count most first.
    private final List<InRole> roles;

    private final Turns turns = new Turns();
    private final TwoPhaseIterator closer =
            new TwoPhaseIterator(turns) {
                @Override
                public boolean matches() throws IOException {
                    return isFound();
                }

                @Override
                public float matchCost() {
                    return (float) roles.stream().mapToDouble(one -> one.closer.matchCost()).sum();
                }
            };

    private float score;

    /// The first so many: what is found in the others only is not good enough.
    private int needed;

    private BestRoleScorer(List<InRole> roles) {
        this.roles = roles;
        needed = roles.size();
    }

    /// @param scorers of phrases, one for each role
    static BestRoleScorer of(List<Scorer> scorers) throws IOException {
        var roles = new ArrayList<InRole>();
        for (var scorer : scorers) {
            roles.add(
                    new InRole(
                            scorer.twoPhaseIterator(),
                            scorer.getMaxScore(DocIdSetIterator.NO_MORE_DOCS)));
        }
        roles.sort(Comparator.comparingDouble(role -> -role.weight));
        return new BestRoleScorer(roles);
    }

    private boolean isFound() throws IOException {
        for (var at = 0; at < needed; at++) {
            var role = roles.get(at);
            if (role.isIn(turns.docID())) {
                score = role.weight;
                return true;
            }
        }
        return false;
    }

    long cost() {
        return turns.cost();
    }

    @Override
    public int docID() {
        return turns.docID();
    }

    @Override
    public DocIdSetIterator iterator() {
        return TwoPhaseIterator.asDocIdSetIterator(closer);
    }

    @Override
    public TwoPhaseIterator twoPhaseIterator() {
        return closer;
    }

    @Override
    public float getMaxScore(int upTo) {
        return needed == 0 ? 0 : roles.getFirst().weight;
    }

    @Override
    public float score() {
        return score;
    }

    @Override
    public void setMinCompetitiveScore(float least) {
        while (needed > 0 && roles.get(needed - 1).weight < least) {
            needed--;
        }
    }

    /// The turns that have all words in one of the roles that are needed.
    private final class Turns extends DocIdSetIterator {
        private int turn = -1;

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
            for (var at = 0; at < needed; at++) {
                turn = Math.min(turn, roles.get(at).next(target));
            }
            return turn;
        }

        @Override
        public long cost() {
            return roles.stream().mapToLong(one -> one.closer.approximation().cost()).sum();
        }
    }
}
