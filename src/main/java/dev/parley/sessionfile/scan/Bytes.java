package dev.parley.sessionfile.scan;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Finds bytes eight at a time: gigabytes of session files are looked through for line ends and
/// quotes, and nothing in the JDK does that for a part of an array.
public final class Bytes {
    private static final VarHandle EIGHT =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private Bytes() {}

    /// Where an ASCII character stands first; `to` when it is not there.
    public static int find(char wanted, byte[] bytes, int from, int to) {
        var pattern = wanted * ONES;
        var at = from;
        // Most texts are short.
        for (var last = Math.min(from + Long.BYTES, to - Long.BYTES);
                at <= last;
                at += Long.BYTES) {
            var found = found(bytes, at, pattern);
            if (found != 0) {
                return at + first(found);
            }
        }
        // All four in one: the quick compiler keeps in registers only what is written so.
        for (var last = to - 4 * Long.BYTES; at <= last; at += 4 * Long.BYTES) {
            var one = (long) EIGHT.get(bytes, at) ^ pattern;
            var two = (long) EIGHT.get(bytes, at + Long.BYTES) ^ pattern;
            var three = (long) EIGHT.get(bytes, at + 2 * Long.BYTES) ^ pattern;
            var four = (long) EIGHT.get(bytes, at + 3 * Long.BYTES) ^ pattern;
            var found =
                    ((one - ONES) & ~one)
                            | ((two - ONES) & ~two)
                            | ((three - ONES) & ~three)
                            | ((four - ONES) & ~four);
            if ((found & HIGH_BITS) != 0) {
                break;
            }
        }
        for (var last = to - Long.BYTES; at <= last; at += Long.BYTES) {
            var found = found(bytes, at, pattern);
            if (found != 0) {
                return at + first(found);
            }
        }
        while (at < to && bytes[at] != wanted) {
            at++;
        }
        return at;
    }

    static boolean isAscii(byte[] bytes, int from, int to) {
        var bits = 0L;
        var at = from;
        for (var last = to - Long.BYTES; at <= last; at += Long.BYTES) {
            bits |= (long) EIGHT.get(bytes, at);
        }
        for (; at < to; at++) {
            bits |= bytes[at];
        }
        return (bits & HIGH_BITS) == 0;
    }

    /// Whether a word stands here.
    static boolean isAt(int from, byte[] word, byte[] bytes) {
        var at = 0;
        for (; at <= word.length - Long.BYTES; at += Long.BYTES) {
            if ((long) EIGHT.get(bytes, from + at) != (long) EIGHT.get(word, at)) {
                return false;
            }
        }
        for (; at < word.length; at++) {
            if (bytes[from + at] != word[at]) {
                return false;
            }
        }
        return true;
    }

    /// The place of the lowest byte that has a high bit. The quick compiler knows no instruction
    /// for that; here all bits below it are set, one of each byte is kept, and a product adds them
    /// up.
    private static int first(long found) {
        return (int) ((((found - 1) & ~found & ONES) * ONES) >>> 56) - 1;
    }

    /// The high bit of every byte that is the wanted one, and maybe of some behind it: where
    /// nothing differs, subtracting one borrows it.
    private static long found(byte[] bytes, int at, long pattern) {
        var differing = (long) EIGHT.get(bytes, at) ^ pattern;
        return (differing - ONES) & ~differing & HIGH_BITS;
    }
}
