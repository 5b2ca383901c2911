package dev.parley.search;

import java.util.Arrays;

/// The words of a turn and a role, one behind the other in bytes: the text itself need not be kept
/// until the turn ends. Each has its length before it; a zero ends a text. Its hash is made on the
/// way.
final class PackedWords {
    /// Between two texts, so that no phrase goes from one into the other.
    static final int GAP = 8;

    private byte[] bytes = new byte[1 << 12];
    private int size;
    private long[] hashes = new long[1 << 9];
    private int count;
    private int position = -1;

    /// Ends a text.
    void gap() {
        if (position >= 0) {
            ensure(1);
            bytes[size++] = 0;
            position += GAP;
        }
    }

    void add(byte[] word, int length) {
        ensure(length + 1);
        System.arraycopy(word, 0, bytes, size + 1, length);
        end(size + 1 + length, WordTable.hash(word, 0, length));
    }

    /// Ends the word that was written behind what is packed.
    private void end(int end, long hash) {
        if (count == hashes.length) {
            hashes = Arrays.copyOf(hashes, count * 2);
        }
        hashes[count++] = hash;
        position++;
        bytes[size] = (byte) (end - size - 1);
        size = end;
    }

    /// Adds words of ASCII alone, which nearly all are: without the detour over a scanner this is
    /// several times faster.
    ///
    /// @return where a word begins that has other characters too, or `to`
    int addPlain(char[] text, int from, int to) {
        var kinds = WordScanner.KINDS;
        var at = from;
        while (true) {
            while (at < to && kinds[text[at]] == 0) {
                at++;
            }
            if (at == to || kinds[text[at]] < 0) {
                return at;
            }
            ensure(WordScanner.LONGEST + 1);
            var begin = at;
            var out = bytes;
            var end = size + 1;
            var most = end + WordScanner.LONGEST;
            var hash = WordTable.SEED;
            var kind = kinds[text[at]];
            while (kind > 0) {
                if (end < most) {
                    out[end++] = kind;
                    hash = WordTable.with(hash, kind);
                }
                kind = ++at < to ? kinds[text[at]] : 0;
            }
            if (kind < 0) {
                return begin;
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
        count = 0;
        position = -1;
        if (bytes.length > 1 << 20) {
            bytes = new byte[1 << 12];
            hashes = new long[1 << 9];
        }
    }

    /// Takes words that were packed.
    interface Words {
        /// @param hash of its bytes, see [WordTable#hash]
        void word(byte[] bytes, int from, int length, long hash);

        void gap();

        void end();
    }

    void unpack(Words words) {
        var packed = bytes;
        var number = 0;
        for (var at = 0; at < size; ) {
            var length = packed[at++];
            if (length == 0) {
                words.gap();
            } else {
                words.word(packed, at, length, hashes[number++]);
                at += length;
            }
        }
        words.end();
    }
}
