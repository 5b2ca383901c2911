package dev.parley.search;

import java.util.Arrays;

/// Which words were there before, by 64 bits of each: that two share them happens once in a billion
/// turns. Belongs to one thread.
final class SeenWords {
    /// FNV-1a.
    static final long SEED = 0xcbf29ce484222325L;

    private static final long PRIME = 0x100000001b3L;
    private static final int SMALLEST = 1 << 10;
    private static final int LARGEST_KEPT = 1 << 16;

    private long[] table = new long[SMALLEST];
    private int count;

    static long with(long hash, byte next) {
        return (hash ^ next) * PRIME;
    }

    /// @return whether it is new
    boolean add(long hash) {
        var wanted = hash == 0 ? 1 : hash;
        var at = place(table, wanted);
        if (table[at] == wanted) {
            return false;
        }
        table[at] = wanted;
        if (++count > table.length / 2) {
            grow();
        }
        return true;
    }

    /// Where it is, or would be.
    private static int place(long[] table, long wanted) {
        var mask = table.length - 1;
        var at = (int) (wanted ^ (wanted >>> 32)) & mask;
        while (table[at] != 0 && table[at] != wanted) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        var larger = new long[table.length * 2];
        for (var hash : table) {
            if (hash != 0) {
                larger[place(larger, hash)] = hash;
            }
        }
        table = larger;
    }

    void clear() {
        if (count == 0) {
            return;
        }
        count = 0;
        if (table.length > LARGEST_KEPT) {
            table = new long[SMALLEST];
        } else {
            Arrays.fill(table, 0);
        }
    }
}
