package dev.parley.history.text.words;

import java.util.Arrays;

/// The words of a turn and a role, one behind the other in bytes: the text itself need not be kept
/// until the turn ends. Each has its length before it; a zero ends a text. Its hash is made on the
/// way.
public final class PackedWords {
    /// Between two texts, so that no phrase goes from one into the other.
    public static final int GAP = 8;

    private byte[] bytes = new byte[1 << 12];
    private int size;
    private long[] hashes = new long[1 << 9];
    private int count;
    private int position = -1;

    /// Ends a text.
    public void gap() {
        if (position >= 0) {
            ensure(1);
            bytes[size++] = 0;
            position += GAP;
        }
    }

    void add(byte[] word, int length) {
        ensure(length + 1);
        if (count == hashes.length) {
            hashes = Arrays.copyOf(hashes, count * 2);
        }
        hashes[count++] = WordTable.hash(word, 0, length);
        position++;
        bytes[size++] = (byte) length;
        System.arraycopy(word, 0, bytes, size, length);
        size += length;
    }

    /// Adds words of ASCII alone, which nearly all are: without the detour over a scanner this is
    /// several times faster. What it needs is in local variables, because the quick compiler would
    /// read a field again for each character.
    ///
    /// @return where a word begins that has other characters too, or `to`
    int addPlain(char[] text, int from, int to) {
        var kinds = WordScanner.KINDS;
        var out = bytes;
        var start = size;
        var all = hashes;
        var number = count;
        var at = from;
        while (true) {
            byte kind = 0;
            while (at < to && (kind = kinds[text[at]]) == 0) {
                at++;
            }
            if (at == to || kind < 0) {
                break;
            }
            if (start + WordScanner.LONGEST >= out.length || number == all.length) {
                out = bytes = Arrays.copyOf(out, start + Math.max(start, 2 * WordScanner.LONGEST));
                all = hashes = Arrays.copyOf(all, number + Math.max(number, 1));
            }
            var begin = at;
            var end = start + 1;
            var most = end + WordScanner.LONGEST;
            var hash = WordTable.SEED;
            do {
                if (end < most) {
                    out[end++] = kind;
                    hash = WordTable.with(hash, kind);
                }
                kind = ++at < to ? kinds[text[at]] : 0;
            } while (kind > 0);
            if (kind < 0) {
                at = begin;
                break;
            }
            out[start] = (byte) (end - start - 1);
            start = end;
            all[number++] = hash;
        }
        position += number - count;
        count = number;
        size = start;
        return at;
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
    public int nextPosition() {
        return position + 1;
    }

    public int size() {
        return size;
    }

    public void clear() {
        size = 0;
        count = 0;
        position = -1;
        if (bytes.length > 1 << 20) {
            bytes = new byte[1 << 12];
            hashes = new long[1 << 9];
        }
    }

    /// Some words of a text, one after the other: looking them up together is faster. Open to the
    /// package because every word of every session comes along here.
    public static final class Run {
        static final int MOST = 32;

        /// What they are in, each with its length before it.
        byte[] bytes = new byte[0];

        final int[] starts = new int[MOST];

        /// See [WordTable#hash].
        final long[] hashes = new long[MOST];

        int size;
    }

    /// Takes words that were packed.
    public interface Words {
        void words(Run run);

        /// A text has ended.
        public void gap();
    }

    public void unpack(Words words) {
        var packed = bytes;
        var run = new Run();
        run.bytes = packed;
        var number = 0;
        for (var at = 0; at < size; ) {
            var length = packed[at++];
            if (length > 0) {
                run.starts[run.size++] = at;
                at += length;
            }
            if (run.size == Run.MOST || length == 0 || at == size) {
                System.arraycopy(hashes, number, run.hashes, 0, run.size);
                number += run.size;
                words.words(run);
                run.size = 0;
            }
            if (length == 0) {
                words.gap();
            }
        }
    }
}
