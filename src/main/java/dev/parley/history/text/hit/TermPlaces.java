package dev.parley.history.text.hit;

import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;

/// Where words in a row are in one field of one turn after the other, without looking the words up
/// again for each. Goes forward only.
final class TermPlaces {
    private final @Nullable PostingsEnum[] words;
    private final int[] left;
    private final int[] positions;

    TermPlaces(LeafReaderContext leaf, String field, List<String> row) throws IOException {
        words = new PostingsEnum[row.size()];
        left = new int[row.size()];
        positions = new int[row.size()];
        for (var number = 0; number < words.length; number++) {
            var word = new Term(field, row.get(number));
            words[number] = leaf.reader().postings(word, PostingsEnum.POSITIONS);
        }
    }

    /// @return whether all words are in this turn
    boolean goTo(int doc) throws IOException {
        for (var number = 0; number < words.length; number++) {
            var word = words[number];
            if (word == null || word.docID() == DocIdSetIterator.NO_MORE_DOCS) {
                return false;
            }
            var at = word.docID() < doc ? word.advance(doc) : word.docID();
            if (at != doc) {
                return false;
            }
            left[number] = word.freq();
            positions[number] = -1;
        }
        return true;
    }

    /// The next place at which the row begins; -1 when there is none.
    int next() throws IOException {
        while (go(0, positions[0] + 1)) {
            var first = positions[0];
            var number = 1;
            while (number < words.length && go(number, first + number)) {
                if (positions[number] != first + number) {
                    break;
                }
                number++;
            }
            if (number == words.length) {
                return first;
            }
        }
        return -1;
    }

    /// Goes to the first place of a word from a position on.
    private boolean go(int number, int from) throws IOException {
        var word = words[number];
        while (word != null && positions[number] < from) {
            if (left[number]-- <= 0) {
                positions[number] = Integer.MAX_VALUE;
                return false;
            }
            positions[number] = word.nextPosition();
        }
        return positions[number] < Integer.MAX_VALUE;
    }
}
