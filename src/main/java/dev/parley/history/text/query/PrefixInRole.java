package dev.parley.history.text.query;

import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.StringHelper;
import org.jspecify.annotations.Nullable;

import java.io.IOException;

/// The turns of one part of the index that have a word with a certain beginning in one role. They
/// are looked up when somebody asks for the first of them.
final class PrefixInRole {
    private final Terms words;
    private final BytesRef beginning;
    private final int size;
    private final float weight;
    private @Nullable FixedBitSet found;

    /// @param size of this part of the index, in turns
    /// @param weight what it counts
    PrefixInRole(Terms words, BytesRef beginning, int size, float weight) {
        this.words = words;
        this.beginning = beginning;
        this.size = size;
        this.weight = weight;
    }

    float weight() {
        return weight;
    }

    boolean isIn(int turn) throws IOException {
        return found().get(turn);
    }

    /// The first from one on.
    int next(int from) throws IOException {
        return from < size ? found().nextSetBit(from) : DocIdSetIterator.NO_MORE_DOCS;
    }

    private FixedBitSet found() throws IOException {
        if (found == null) {
            found = find();
        }
        return found;
    }

    /// Ends when all turns have one.
    private FixedBitSet find() throws IOException {
        var turns = new FixedBitSet(size);
        var left = words.getDocCount();
        var word = words.iterator();
        var isThere = word.seekCeil(beginning) != TermsEnum.SeekStatus.END;
        PostingsEnum with = null;
        while (isThere && left > 0 && StringHelper.startsWith(word.term(), beginning)) {
            with = word.postings(with, PostingsEnum.NONE);
            for (var turn = with.nextDoc();
                    turn != DocIdSetIterator.NO_MORE_DOCS;
                    turn = with.nextDoc()) {
                left -= turns.getAndSet(turn) ? 0 : 1;
            }
            isThere = word.next() != null;
        }
        return turns;
    }
}
