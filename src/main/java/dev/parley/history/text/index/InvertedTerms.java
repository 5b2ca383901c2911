package dev.parley.history.text.index;

import dev.parley.history.text.words.Role;

import org.apache.lucene.index.BaseTermsEnum;
import org.apache.lucene.index.ImpactsEnum;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/// Shows the words of one role to Lucene, which reads them once, from the first to the last, to
/// write them down.
final class InvertedTerms extends Terms {
    private final InvertedWords words;
    private final Role role;

    InvertedTerms(InvertedWords words, Role role) {
        this.words = words;
        this.role = role;
    }

    @Override
    public TermsEnum iterator() {
        return new Walk();
    }

    @Override
    public long size() {
        return (long) words.end(role) - words.first(role);
    }

    /// Not known, as Lucene says it.
    @Override
    public long getSumTotalTermFreq() {
        return -1;
    }

    @Override
    public long getSumDocFreq() {
        return -1;
    }

    @Override
    public int getDocCount() {
        return -1;
    }

    @Override
    public boolean hasFreqs() {
        return true;
    }

    @Override
    public boolean hasPositions() {
        return true;
    }

    @Override
    public boolean hasOffsets() {
        return false;
    }

    @Override
    public boolean hasPayloads() {
        return false;
    }

    private final class Walk extends BaseTermsEnum {
        private final BytesRef word = new BytesRef();
        private int at = words.first(role) - 1;
        private int number;

        @Override
        public @Nullable BytesRef next() {
            if (++at >= words.end(role)) {
                return null;
            }
            number = words.number(at);
            word.bytes = words.table().bytes();
            word.offset = words.table().start(number);
            word.length = words.table().length(number);
            return word;
        }

        @Override
        public BytesRef term() {
            return word;
        }

        @Override
        public PostingsEnum postings(@Nullable PostingsEnum reuse, int flags) {
            var places = reuse instanceof Places used ? used : new Places(words.places());
            return places.of(words.start(number), words.end(number));
        }

        @Override
        public int docFreq() {
            var turns = 0;
            for (var place = words.start(number); place < words.end(number); place++) {
                turns += words.places()[place] < 0 ? 1 : 0;
            }
            return turns;
        }

        @Override
        public long totalTermFreq() {
            return (long) words.end(number) - words.start(number) - docFreq();
        }

        @Override
        public ImpactsEnum impacts(int flags) {
            throw new UnsupportedOperationException("nobody searches here");
        }

        @Override
        public SeekStatus seekCeil(BytesRef wanted) {
            throw new UnsupportedOperationException("read from first to last");
        }

        @Override
        public void seekExact(long ord) {
            throw new UnsupportedOperationException("read from first to last");
        }

        @Override
        public long ord() {
            throw new UnsupportedOperationException("words have no numbers here");
        }
    }

    private static final class Places extends PostingsEnum {
        private final int[] places;
        private int at;
        private int end;
        private int turn = -1;
        private int frequency;

        Places(int[] places) {
            this.places = places;
        }

        Places of(int from, int to) {
            at = from;
            end = to;
            turn = -1;
            frequency = 0;
            return this;
        }

        @Override
        public int nextDoc() {
            var all = places;
            var to = end;
            var next = at;
            while (next < to && all[next] >= 0) {
                next++;
            }
            if (next == to) {
                at = to;
                turn = NO_MORE_DOCS;
                return turn;
            }
            turn = ~all[next++];
            at = next;
            while (next < to && all[next] >= 0) {
                next++;
            }
            frequency = next - at;
            return turn;
        }

        @Override
        public int nextPosition() {
            return places[at++];
        }

        @Override
        public int advance(int target) {
            while (turn < target) {
                nextDoc();
            }
            return turn;
        }

        @Override
        public int docID() {
            return turn;
        }

        @Override
        public int freq() {
            return frequency;
        }

        @Override
        public long cost() {
            return (long) end - at;
        }

        @Override
        public int startOffset() {
            return -1;
        }

        @Override
        public int endOffset() {
            return -1;
        }

        @Override
        public @Nullable BytesRef getPayload() {
            return null;
        }
    }
}
