package dev.parley.history.text.words;

import java.util.Arrays;

/// Gives every word a number, in the order in which they come: the same word for another role
/// another one. Counts them as well, because what takes time is the step into memory. Words are
/// told apart by forty bits of a hash and their place in the table; of a million, two are taken for
/// one in one of some hundred thousand tables. Belongs to one thread.
public final class WordTable {
    static final long SEED = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;
    private static final int NUMBER_BITS = 24;
    private static final long NUMBER = (1L << NUMBER_BITS) - 1;

    /// Two for each place: the upper bits of a hash with a number plus one; and the last turn a
    /// word was in with the count of its turns and places.
    private long[] table = new long[1 << 13];

    private int size;

    /// Of all words.
    private int count;

    /// A word behind the other, each with its role and its length before it.
    private byte[] words = new byte[1 << 14];

    private int wordsSize;
    private int[] starts = new int[1 << 11];

    private final long[] keys = new long[PackedWords.Run.MOST];
    private final long[] near = new long[PackedWords.Run.MOST];

    /// How many words there are.
    public int size() {
        return size;
    }

    /// How many turns and places all words have.
    public int count() {
        return count;
    }

    /// Counts words in a turn.
    ///
    /// @param numbers gets theirs
    void add(PackedWords.Run run, int role, int turn, int[] numbers) {
        look(run, role);
        var places = table;
        var mask = places.length - 2;
        for (var word = 0; word < run.size; word++) {
            var key = keys[word];
            var at = ((int) key << 1) & mask;
            var known = places[at];
            while (known != 0 && ((known ^ key) & ~NUMBER) != 0) {
                at = (at + 2) & mask;
                known = places[at];
            }
            var more = 2;
            if (known == 0) {
                put(role, run.bytes, run.starts[word]);
                known = (key & ~NUMBER) | size;
                places[at] = known;
                places[at + 1] = 2 | ((long) turn << 32);
                if (size * 3L > places.length) {
                    grow();
                    places = table;
                    mask = places.length - 2;
                }
            } else {
                var counted = places[at + 1];
                more = (int) (counted >>> 32) == turn ? 1 : 2;
                places[at + 1] = ((int) counted + more) | ((long) turn << 32);
            }
            count += more;
            numbers[word] = (int) (known & NUMBER) - 1;
        }
    }

    /// Reads what is known of some words, to have it near when they are added: memory is slow to
    /// answer, but to many questions as soon as to one.
    private void look(PackedWords.Run run, int role) {
        var places = table;
        var mask = places.length - 2;
        for (var word = 0; word < run.size; word++) {
            var key = key(role, run.hashes[word]);
            keys[word] = key;
            near[word] = places[((int) key << 1) & mask];
        }
    }

    /// FNV-1a.
    static long hash(byte[] bytes, int from, int length) {
        var hash = SEED;
        for (var at = from; at < from + length; at++) {
            hash = with(hash, bytes[at]);
        }
        return hash;
    }

    static long with(long hash, byte next) {
        return (hash ^ next) * PRIME;
    }

    /// By which a word of a role is looked up.
    static long key(int role, long hash) {
        var product = (hash + role) * 0xff51afd7ed558ccdL;
        return product ^ (product >>> 32);
    }

    /// Where it is, or would be.
    private int place(long key) {
        var places = table;
        var mask = places.length - 2;
        var at = ((int) key << 1) & mask;
        while (places[at] != 0 && ((places[at] ^ key) & ~NUMBER) != 0) {
            at = (at + 2) & mask;
        }
        return at;
    }

    private void put(int role, byte[] bytes, int from) {
        int length = bytes[from - 1];
        if (size == starts.length) {
            starts = Arrays.copyOf(starts, size * 2);
        }
        if (wordsSize + length + 2 > words.length) {
            words = Arrays.copyOf(words, words.length * 2);
        }
        starts[size++] = wordsSize;
        words[wordsSize++] = (byte) role;
        words[wordsSize++] = (byte) length;
        System.arraycopy(bytes, from, words, wordsSize, length);
        wordsSize += length;
    }

    private void grow() {
        var old = table;
        table = new long[old.length * 2];
        for (var from = 0; from < old.length; from += 2) {
            if (old[from] != 0) {
                var start = starts[(int) (old[from] & NUMBER) - 1];
                var hash = hash(words, start + 2, words[start + 1]);
                var at = place(key(words[start], hash));
                table[at] = old[from];
                table[at + 1] = old[from + 1];
            }
        }
    }

    /// Of each word, how many turns and places it has.
    public int[] counts() {
        var counts = new int[size];
        for (var at = 0; at < table.length; at += 2) {
            if (table[at] != 0) {
                counts[(int) (table[at] & NUMBER) - 1] = (int) table[at + 1];
            }
        }
        return counts;
    }

    public int role(int number) {
        return words[starts[number]];
    }

    public int length(int number) {
        return words[starts[number] + 1];
    }

    public byte[] bytes() {
        return words;
    }

    /// Where the word begins in [#bytes].
    public int start(int number) {
        return starts[number] + 2;
    }

    /// Role and bytes, for sorting; -1 behind the end.
    int byteAt(int number, int index) {
        var start = starts[number];
        if (index == 0) {
            return words[start];
        }
        return index > words[start + 1] ? -1 : words[start + 1 + index] & 0xff;
    }

    /// The role and the first bytes of a word: if those of two words differ, they are in the order
    /// of the words.
    long beginning(int number, int bytes) {
        var start = starts[number];
        long beginning = words[start];
        var end = Math.min(bytes, words[start + 1]);
        for (var at = 0; at < end; at++) {
            beginning = (beginning << Byte.SIZE) | (words[start + 2 + at] & 0xff);
        }
        return beginning << ((bytes - end) * Byte.SIZE);
    }
}
