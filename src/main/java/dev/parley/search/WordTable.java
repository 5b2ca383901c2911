package dev.parley.search;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Gives every word a number, in the order in which they come: the same word for another role
/// another one. Words are told apart by forty bits of a hash and their place in the table, so that
/// looking one up is one step into memory; of a million, two are taken for one in one of some
/// hundred thousand tables. Belongs to one thread.
final class WordTable {
    private static final VarHandle EIGHT =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int NUMBER_BITS = 24;
    private static final long NUMBER = (1L << NUMBER_BITS) - 1;

    /// There is no room for more.
    static final int MOST = (int) NUMBER - 1;

    /// In each place the upper bits of a hash, and a number plus one.
    private long[] table = new long[1 << 12];

    private int count;

    /// A word behind the other, each with its role and its length before it.
    private byte[] words = new byte[1 << 14];

    private int wordsSize;
    private int[] starts = new int[1 << 11];

    int size() {
        return count;
    }

    /// The number of a word.
    int number(int role, byte[] bytes, int from, int length) {
        var hash = hash(role, bytes, from, length);
        var at = place(hash);
        var there = table[at];
        return there == 0 ? add(role, bytes, from, length, hash, at) : (int) (there & NUMBER) - 1;
    }

    private static long hash(int role, byte[] bytes, int from, int length) {
        var hash = ((length << 3) | role) * 0x9e3779b97f4a7c15L;
        var at = from;
        var end = from + length;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            hash = mixed(hash ^ (long) EIGHT.get(bytes, at));
        }
        var rest = 0L;
        for (; at < end; at++) {
            rest = (rest << 8) | (bytes[at] & 0xff);
        }
        return mixed(hash ^ rest);
    }

    private static long mixed(long hash) {
        var product = hash * 0xff51afd7ed558ccdL;
        return product ^ (product >>> 32);
    }

    /// Where it is, or would be.
    private int place(long hash) {
        var mask = table.length - 1;
        var at = (int) hash & mask;
        while (table[at] != 0 && ((table[at] ^ hash) & ~NUMBER) != 0) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private int add(int role, byte[] bytes, int from, int length, long hash, int at) {
        var number = count++;
        table[at] = (hash & ~NUMBER) | (number + 1);
        if (number == starts.length) {
            starts = Arrays.copyOf(starts, number * 2);
        }
        if (wordsSize + length + 2 > words.length) {
            words = Arrays.copyOf(words, words.length * 2);
        }
        starts[number] = wordsSize;
        words[wordsSize++] = (byte) role;
        words[wordsSize++] = (byte) length;
        System.arraycopy(bytes, from, words, wordsSize, length);
        wordsSize += length;
        if (count * 2 > table.length) {
            grow();
        }
        return number;
    }

    private void grow() {
        table = new long[table.length * 2];
        for (var number = 0; number < count; number++) {
            var start = starts[number];
            var hash = hash(words[start], words, start + 2, words[start + 1]);
            table[place(hash)] = (hash & ~NUMBER) | (number + 1);
        }
    }

    int role(int number) {
        return words[starts[number]];
    }

    int length(int number) {
        return words[starts[number] + 1];
    }

    byte[] bytes() {
        return words;
    }

    /// Where the word begins in [#bytes].
    int start(int number) {
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

    void clear() {
        Arrays.fill(table, 0);
        count = 0;
        wordsSize = 0;
    }
}
