package dev.parley.search;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/// The words of a turn and a role, one behind the other in bytes: the text itself need not be kept
/// until the turn ends. Each has its length before it; a zero ends a text, and a negative number
/// says how many words were left out.
final class PackedWords {
    /// Between two texts, so that no phrase goes from one into the other.
    static final int GAP = 8;

    /// How much of each text is packed word for word where others are thinned.
    private static final int WHOLE = 8 << 10;

    private final @Nullable SeenWords seen;
    private byte[] bytes = new byte[1 << 12];
    private int size;
    private int position = -1;
    private int textStart;

    /// Where the last number of words left out stands.
    private int leftOut = NOWHERE;

    private static final int NOWHERE = -2;

    /// @param isThinned whether, behind the beginning of a text, only words are kept that were not
    ///   there before
    PackedWords(boolean isThinned) {
        seen = isThinned ? new SeenWords() : null;
    }

    /// Ends a text.
    void gap() {
        if (position >= 0) {
            ensure(1);
            bytes[size++] = 0;
            position += GAP;
        }
        textStart = size;
    }

    void add(byte[] word, int length) {
        ensure(length + 1);
        System.arraycopy(word, 0, bytes, size + 1, length);
        var hash = SeenWords.SEED;
        for (var at = 0; at < length; at++) {
            hash = SeenWords.with(hash, word[at]);
        }
        end(size + 1 + length, hash);
    }

    /// Ends the word that was written behind what is packed, or leaves it out.
    private void end(int end, long hash) {
        position++;
        if (seen == null || seen.add(hash) || size - textStart < WHOLE) {
            bytes[size] = (byte) (end - size - 1);
            size = end;
        } else if (leftOut == size - 1 && bytes[leftOut] > Byte.MIN_VALUE) {
            bytes[leftOut]--;
        } else {
            leftOut = size;
            bytes[size++] = -1;
        }
    }

    /// Adds words of ASCII alone, which nearly all are: without the detour over a scanner this is
    /// several times faster.
    ///
    /// @return where a word begins that has other characters too, or `to`
    int addPlain(char[] text, int from, int to) {
        var at = from;
        while (true) {
            while (at < to && text[at] < 128 && WordScanner.LOWER[text[at]] == 0) {
                at++;
            }
            if (at == to || text[at] >= 128) {
                return at;
            }
            ensure(WordScanner.LONGEST + 1);
            var begin = at;
            var out = bytes;
            var end = size + 1;
            var most = end + WordScanner.LONGEST;
            var hash = SeenWords.SEED;
            for (; at < to; at++) {
                var c = text[at];
                if (c >= 128) {
                    return begin;
                }
                var lower = WordScanner.LOWER[c];
                if (lower == 0) {
                    break;
                }
                if (end < most) {
                    out[end++] = lower;
                    hash = SeenWords.with(hash, lower);
                }
            }
            end(end, hash);
        }
    }

    private void ensure(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    /// Where the next word will be.
    int nextPosition() {
        return position + 1;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
        position = -1;
        textStart = 0;
        leftOut = NOWHERE;
        if (seen != null) {
            seen.clear();
        }
        if (bytes.length > 1 << 20) {
            bytes = new byte[1 << 12];
        }
    }

    TokenStream stream() {
        return new Stream(bytes, size);
    }

    private static final class Stream extends TokenStream {
        private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
        private final PositionIncrementAttribute step =
                addAttribute(PositionIncrementAttribute.class);
        private final BytesRef word;
        private final byte[] bytes;
        private final int size;
        private int at;

        Stream(byte[] bytes, int size) {
            this.bytes = bytes;
            this.size = size;
            word = new BytesRef(bytes, 0, 0);
            term.setBytesRef(word);
        }

        @Override
        public boolean incrementToken() {
            var increment = 1;
            while (at < size && bytes[at] <= 0) {
                increment += bytes[at] == 0 ? GAP : -bytes[at];
                at++;
            }
            if (at >= size) {
                return false;
            }
            step.setPositionIncrement(increment);
            word.length = bytes[at];
            word.offset = at + 1;
            at += 1 + word.length;
            return true;
        }
    }
}
