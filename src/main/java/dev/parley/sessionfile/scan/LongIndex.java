package dev.parley.sessionfile.scan;

import java.util.Arrays;

/// Numbers by 64-bit hashes of ids: a hash table in two arrays, because a session may have a
/// million ids and a map of strings would take a hundred bytes for each.
public final class LongIndex {
    private static final int FREE = -1;

    private long[] keys = new long[128];
    private int[] values = filled(128);
    private int size;

    /// FNV-1a, finished like a random number: ids differ in few characters, and two different ones
    /// of a million are equal with a probability of one in 30 million.
    public static long hash(String id) {
        var hash = 0xcbf29ce484222325L;
        for (var at = 0; at < id.length(); at++) {
            hash = (hash ^ id.charAt(at)) * 0x100000001b3L;
        }
        hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
        return hash ^ (hash >>> 31);
    }

    public int get(long key, int otherwise) {
        var at = place(key);
        return values[at] == FREE ? otherwise : values[at];
    }

    /// @return whether the key is new
    public boolean put(long key, int value) {
        if (size * 2 >= keys.length) {
            grow();
        }
        var at = place(key);
        var isNew = values[at] == FREE;
        size += isNew ? 1 : 0;
        keys[at] = key;
        values[at] = value;
        return isNew;
    }

    private int place(long key) {
        var at = (int) key & (keys.length - 1);
        while (values[at] != FREE && keys[at] != key) {
            at = (at + 1) & (keys.length - 1);
        }
        return at;
    }

    private void grow() {
        var oldKeys = keys;
        var oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = filled(keys.length);
        for (var old = 0; old < oldKeys.length; old++) {
            if (oldValues[old] != FREE) {
                var at = place(oldKeys[old]);
                keys[at] = oldKeys[old];
                values[at] = oldValues[old];
            }
        }
    }

    private static int[] filled(int length) {
        var values = new int[length];
        Arrays.fill(values, FREE);
        return values;
    }
}
